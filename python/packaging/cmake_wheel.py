"""Builds the wheel of mikpoly with CMake: the hooks of PEP 517 that pip calls, and no more.

The usual build backends must be downloaded before they can build; this one needs Python alone, so that `pip install .`
works without a network. CMake takes its options from the environment variable CMAKE_ARGS, the folder it builds in from
MIKPOLY_PYTHON_BUILD (default build-python), and so a second call compiles nothing anew.
"""

import base64
import hashlib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import sysconfig
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "python" / "mikpoly"
CONFIGS = ("hardware", "libraries", "workloads", "experiments")
# A wheel made twice from the same files has the same bytes.
DATE = (2024, 1, 1, 0, 0, 0)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    module = built_module()
    tag = f"cp{sys.version_info[0]}{sys.version_info[1]}"
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    name = f"mikpoly-{version()}-{tag}-{tag}-{platform}.whl"
    write_wheel(pathlib.Path(wheel_directory) / name, files_of(module), f"{tag}-{tag}-{platform}")
    return name


def build_sdist(sdist_directory, config_settings=None):
    """The files that git tracks."""
    name = f"mikpoly-{version()}"
    archive = pathlib.Path(sdist_directory) / f"{name}.tar.gz"
    command = ["git", "archive", f"--prefix={name}/", "-o", str(archive), "HEAD"]
    subprocess.run(command, cwd=ROOT, check=True)
    return archive.name


def version():
    return re.search(r"project\(mikpoly VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


def built_module():
    """Configures, builds, and gives the compiled module."""
    folder = pathlib.Path(os.environ.get("MIKPOLY_PYTHON_BUILD", ROOT / "build-python"))
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DMIKPOLY_PYTHON=ON", "-DMIKPOLY_TESTS=OFF", "-DMIKPOLY_MICROBENCH=OFF"]
    options += [f"-DPython_EXECUTABLE={sys.executable}", *shlex.split(os.environ.get("CMAKE_ARGS", ""))]
    configured = subprocess.run(
        ["cmake", "-S", str(ROOT), "-B", str(folder), *options], check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    missing = re.search(r"no Python package: .*", configured)
    if missing:
        sys.exit(missing[0])
    jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))
    subprocess.run(["cmake", "--build", str(folder), "--target", "mikpoly_python", "--parallel", jobs], check=True)
    return next((folder / "python" / "mikpoly").glob("_native*" + sysconfig.get_config_var("EXT_SUFFIX")))


def files_of(module):
    """(path in the wheel, file) of all it holds but its metadata."""
    files = [(f"mikpoly/{file.name}", file) for file in PACKAGE.iterdir() if file.suffix in (".py", ".pyi", ".typed")]
    files += [(f"mikpoly/{module.name}", module)]
    for kind in CONFIGS:
        found = [file for file in (ROOT / "configs" / kind).rglob("*") if file.is_file()]
        files += [(f"mikpoly/configs/{file.relative_to(ROOT / 'configs')}", file) for file in found]
    files += [(f"{info_folder()}/licenses/{name}", ROOT / name) for name in ("LICENSE", "NOTICE")]
    return sorted(files)


def info_folder():
    return f"mikpoly-{version()}.dist-info"


def metadata():
    """METADATA from pyproject.toml, of which the lines of [project] are all that is read."""
    text = (ROOT / "pyproject.toml").read_text()
    summary = re.search(r'^description = "(.*)"$', text, re.MULTILINE)[1]
    python = re.search(r'^requires-python = "(.*)"$', text, re.MULTILINE)[1]
    needed = re.findall(r'"(.*?)"', re.search(r"^dependencies = \[(.*)\]$", text, re.MULTILINE)[1])
    head = ["Metadata-Version: 2.1", "Name: mikpoly", f"Version: {version()}", f"Summary: {summary}"]
    head += ["License: Apache-2.0", f"Requires-Python: {python}", *(f"Requires-Dist: {each}" for each in needed)]
    head += ["Description-Content-Type: text/markdown"]
    return "\n".join(head) + "\n\n" + (ROOT / "python" / "README.md").read_text()


def write_wheel(path, files, tag):
    wheel = f"Wheel-Version: 1.0\nGenerator: mikpoly cmake_wheel\nRoot-Is-Purelib: false\nTag: {tag}\n"
    texts = [(f"{info_folder()}/METADATA", metadata()), (f"{info_folder()}/WHEEL", wheel)]
    record = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in [(name, file.read_bytes()) for name, file in files] + [(n, t.encode()) for n, t in texts]:
            add(archive, name, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(content)}")
        record.append(f"{info_folder()}/RECORD,,")
        add(archive, f"{info_folder()}/RECORD", ("\n".join(record) + "\n").encode())


def add(archive, name, content):
    entry = zipfile.ZipInfo(name, DATE)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o100644 << 16
    archive.writestr(entry, content)
