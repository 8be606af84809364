"""Plans a million shapes on one machine, and says how long that took and how much memory.

    PYTHONPATH=build/python python3 python/examples/million.py [COUNT] [HARDWARE]

Extents are drawn log-uniformly from 1..8192, the same at every call.
"""

import resource
import sys
import time

import mikpoly
import numpy as np

LARGEST = 8192


def main(count: int = 1_000_000, hardware: str = "ascend910a") -> None:
    random = np.random.default_rng(1)
    m, n, k = np.exp(random.uniform(0.0, np.log(LARGEST), (3, count))).astype(np.int64)
    planner = mikpoly.Planner(hardware)
    begin = time.perf_counter()
    plans = planner.plan(m, n, k)
    seconds = time.perf_counter() - begin
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(f"{len(plans)} shapes planned on {hardware} in {seconds:.1f} s; {peak} MiB at the most")
    names, counts = np.unique(plans.pattern, return_counts=True)
    print(", ".join(f"{name} {share:.1%}" for name, share in zip(names, counts / max(len(plans), 1))))


if __name__ == "__main__":
    main(*(convert(word) for convert, word in zip((int, str), sys.argv[1:])))
