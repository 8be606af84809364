"""Values published by others, drawn hollow or dashed and labelled "published". Never results of ours.

Source: MikPoly, ASPLOS'24, https://doi.org/10.1145/3620665.3640390.
"""

# Mean speed relative to ORACLE, NVIDIA A100.
SPEED_OF_ORACLE = {"mikpoly": 0.96, "wave": 0.81, "pipe": 0.72}
SPEED_OF_ORACLE_MACHINE = "A100"

# Speed-up of the polymerized program over the best single kernel at M, N, K = 4096, 1024, 4096.
CASE_STUDY_SPEEDUP = {"Ascend 910": 1.12, "A100": 1.21}
CASE_STUDY_M = 4096
CASE_STUDY_NK = (1024, 4096)
