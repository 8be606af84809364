"""A bench.csv with invented numbers, to try the figures on. Nothing in it is a result."""

import csv
import random

COLUMNS = (
    "problem_id,workload,group,count,m,n,k,batch,dtype_a,layout,backend,mode,threads,status,disposition,reason,time_us,"
    "time_source,call,role,process,best_peer,speed_of_best"
).split(",")


def rows(processes=2, seed=7):
    rng = random.Random(seed)
    for process in range(1, processes + 1):
        for i in range(60):
            m, n, k = (rng.randint(1, 2000) for _ in range(3))
            group = ("tiny", "conv", "skinny")[i % 3]
            for backend in ("cpu", "onednn"):
                speed = rng.lognormvariate(0.0, 0.2) if backend == "cpu" else 1.0
                row = dict.fromkeys(COLUMNS, "")
                row.update(problem_id=f"shape{i}", workload="invented", group=group, count=1, m=m, n=n, k=k, batch=1)
                row.update(dtype_a="f32", layout="NN", backend=backend, mode="warm", threads=1, status="done")
                row.update(disposition="passed", time_us="1.000000", time_source="wall_clock", call="plain")
                row.update(role="subject" if backend == "cpu" else "peer", process=process, best_peer="onednn")
                row.update(speed_of_best=f"{speed:.6f}")
                yield row


def write(path, records):
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(records)
