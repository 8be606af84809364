#!/bin/sh
# The benches of this study, one after the other, into OUT: half an hour to two on a quiet machine.
#
#   sh experiments/studies/02_against_the_libraries/measure.sh OUT [PROCESSES]
#
# A run that was stopped goes on when it is called again.
set -eu
here=$(dirname "$0")
out=${1:?"usage: measure.sh OUT [PROCESSES]"}
processes=${2:-5}
mikpoly=${MIKPOLY:-build/mikpoly}
peers=onednn,onednn-rtm,openblas,libxsmm,eigen

bench() {
  name=$1
  shift
  resume=
  [ ! -d "$out/$name" ] || resume=--resume
  # 3: rows failed; they are in the file with their reason, and the other benches go on
  "$mikpoly" bench --backend cpu --peers "$peers" -o "$out/$name" --no-figure $resume "$@" || [ $? -eq 3 ]
}

bench warm-nn peers-246 --repeat "$processes" --rounds 2
bench warm-nt peers-246 --repeat "$processes" --rounds 2 --trans NT
bench warm-nn-2 peers-246 --repeat "$processes" --rounds 2 --threads 2
bench cold-nn peers-246 --repeat "$processes" --rounds 2 --mode cold
bench packed-nn peers-246 --repeat "$processes" --rounds 2 --mode packed
bench first-nn peers-246 --repeat "$processes" --mode first
bench few-rows "$here/few-rows.csv" --repeat "$processes" --rounds 2
bench few-rows-packed "$here/few-rows.csv" --repeat "$processes" --rounds 2 --mode packed
bench bert-lengths bert-lengths --repeat "$processes" --mode first
