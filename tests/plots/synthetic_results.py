"""A results.csv with all columns and invented numbers, to try the figures on. Nothing in it is a result."""

import csv
import pathlib
import random

COLUMNS = (
    "problem_id,workload,group,count,weight,op,m,n,k,batch,conv,dtype_a,dtype_b,dtype_acc,dtype_d,layout,hardware,"
    "backend,mode,threads,selector,pattern_set,pattern,plan,status,disposition,reason,"
    "predicted_us,predicted_makespan_us,time_us,time_source,time_iqr_us,samples,launch_us,planning_us,gflops,waves,"
    "tail_util,pad_waste,bound_by,regret,regret_all,oracle_gap,extrapolated,seed,hw_hash,library_hash,tool_version"
).split(",")

SPREAD = {
    "mikpoly": 0.06,
    "wave": 0.2,
    "pipe": 0.35,
    "makespan": 0.02,
    "oracle": 0.0,
    "default-tile": 0.9,
    "best-tile": 0.12,
}
PATTERNS = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"]
WORKLOADS = pathlib.Path(__file__).resolve().parents[2] / "configs" / "workloads"


def shapes():
    """(workload, group, m, n, k): the 1433 cases and the case study's sweep."""
    for name in ("deepbench.csv", "mikpoly-drawn-1267.csv"):
        with open(WORKLOADS / name, encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                yield "mikpoly-1433", row["group"], int(row["m"]), int(row["n"]), int(row["k"])
    for m in range(1024, 4097, 256):
        yield "case-study", "sweep-m", m, 1024, 4096


def rows(time_source="simulated", seed=7):
    rng = random.Random(seed)
    for workload, group, m, n, k in shapes():
        best_us = 3.0 + 2.0 * m * n * k / 2e8
        for selector, spread in SPREAD.items():
            regret = 1.0 + rng.expovariate(1.0) * spread
            pattern = "I" if selector.endswith("tile") else rng.choices(PATTERNS, [60, 9, 8, 5, 4, 5, 4, 3, 2])[0]
            row = dict.fromkeys(COLUMNS, "")
            row.update(problem_id=f"{m}x{n}x{k}", workload=workload, group=group, count=1, weight=1, op="gemm")
            row.update(m=m, n=n, k=k, batch=1, dtype_a="f16", dtype_b="f16", dtype_acc="f32", dtype_d="f16", layout="NN")
            row.update(hardware="synthetic", backend="npu", mode="cold", threads="", selector=selector)
            row.update(pattern_set="all", pattern=pattern, status="done", disposition="not_checked")
            row.update(time_us=f"{best_us * regret:.6f}", time_source=time_source, samples=1, regret=f"{regret:.6f}")
            row.update(oracle_gap="0.000000" if rng.random() < 0.9 else "0.010000", extrapolated="false", seed=seed)
            yield row


def write(path, records):
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(records)
