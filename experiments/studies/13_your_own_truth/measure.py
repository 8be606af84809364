#!/usr/bin/env python3
"""Measures the table of this study: forced kernels of the cpu backend on one thread, each pair in three rounds.

Every pair is `mikpoly gemm SHAPE --backend cpu --plan "p1|I|KERNEL@..."`; the rounds go over all pairs, so that a noisy
minute does not hit one pair alone, and the round with the middle time is written. The tile of a row is what the kernel
computes at once in registers, one k after the other: a cpu kernel pads its edges to no more than that.

    measure.py BINARY > configs/validation/cpu_kernels_avx512_f32.csv
"""

import json
import pathlib
import re
import subprocess
import sys
from datetime import datetime, timezone

KERNELS = [
    "f32_24x64x512_avx512-6x64",
    "f32_96x256x1024_avx512-6x64",
    "f32_24x256x512_avx512-6x64-ahead",
    "f32_768x64x256_avx512-6x64-copy",
    "f32_36x96x1024_avx512-9x48",
    "f32_144x96x1024_avx512-9x48-ahead",
    "f32_1152x96x1024_avx512-9x48-copy",
    "f32_56x64x512_avx512-14x32",
    "f32_224x64x384_avx512-14x32-ahead",
    "f32_1792x64x256_avx512-14x32",
    "f32_112x64x1024_avx512-28x16",
    "f32_448x4096x512_avx512-28x16-ahead",
]
M = [16, 60, 130, 257]
N_K = [(64, 64), (96, 384), (128, 512), (256, 256), (384, 96), (512, 64), (512, 512), (96, 768), (320, 640), (200, 200),
       (48, 192), (160, 320)]
ROUNDS = 3
REGISTERS = re.compile(r"f32_\d+x\d+x\d+_avx512-(\d+)x(\d+)")


def measured(binary, shape, kernel):
    m, n, k = shape
    plan = f"p1|I|{kernel}@0-{m}:0-{n}:0-{k}|max_min"
    run = subprocess.run([binary, "gemm", f"{m}x{n}x{k}", "--backend", "cpu", "--plan", plan, "--format", "json"],
                         capture_output=True, text=True, check=True)
    entry = json.loads(run.stdout)["backends"][0]
    assert entry["disposition"] == "passed" and entry["time_source"] == "wall_clock", entry
    return entry["time_us"], entry["time_iqr_us"], entry["samples"]


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return "unknown"


def main(binary):
    shapes = [(m, n, k) for n, k in N_K for m in M]
    rounds = {(shape, kernel): [] for shape in shapes for kernel in KERNELS}
    for _ in range(ROUNDS):
        for shape, kernel in rounds:
            rounds[shape, kernel].append(measured(binary, shape, kernel))
    version = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    today = datetime.now(timezone.utc).date()
    print(f"# measured by {version} with experiments/studies/13_your_own_truth/measure.py on {today}")
    print(f"# {processor()}, one thread, f32, operands NN and warm, prepared calls, values checked; a shared machine")
    print(f"# the middle one of {ROUNDS} rounds; tile_m x tile_n: the registers of the kernel, tile_k: one k at a time")
    print("m,n,k,dtype,kernel,tile_m,tile_n,tile_k,time_us,iqr_us,samples,time_source")
    for ((m, n, k), kernel), times in rounds.items():
        tile_m, tile_n = REGISTERS.match(kernel).groups()
        time_us, iqr_us, samples = sorted(times)[len(times) // 2]
        print(f"{m},{n},{k},f32,{kernel},{tile_m},{tile_n},1,{time_us:.3f},{iqr_us:.3f},{samples},wall_clock")


if __name__ == "__main__":
    main(sys.argv[1])
