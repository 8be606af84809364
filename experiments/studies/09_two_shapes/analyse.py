"""Speed of each selector at the two shapes, beside what cuBLAS was measured at."""

import results

SELECTOR_TABLES = False

# TFLOP/s of cuBLAS on an A100. Source: MikPoly (ASPLOS'24), section 2, https://doi.org/10.1145/3620665.3640390.
PUBLISHED = {"4096x4096x4096": 262.2, "105x1024x12544": 22.3}


def report(run, _plots):
    rows = results.read_results(run)
    shapes = list(dict.fromkeys(row.problem_id for row in rows))
    lines = ["## TFLOP/s", ""]
    for machine in dict.fromkeys(row.hardware for row in rows):
        lines += [f"| {machine} | " + " | ".join(shapes) + " | second over first |", "|---|" + "---|" * (len(shapes) + 1)]
        own = [row for row in rows if row.hardware == machine]
        for selector, part in results.by_selector(own).items():
            speed = {row.problem_id: 1e3 * row.gflop / row.time_us for row in part}
            lines.append(line(selector, [speed[shape] for shape in shapes]))
        if machine.startswith("a100"):
            lines.append(line("published, cuBLAS on an A100", [PUBLISHED[shape] for shape in shapes]))
        lines.append("")
    return "\n".join(lines).rstrip()


def line(name, speeds):
    cells = " | ".join(f"{speed:.1f}" for speed in speeds)
    return f"| {name} | {cells} | {speeds[1] / speeds[0]:.2f} |"
