#!/bin/sh
# The benches of this study, one after the other, into OUT: half an hour to two on a quiet machine.
#
#   sh experiments/studies/02_against_the_libraries/measure.sh OUT [PROCESSES]
#
# A run that was stopped goes on when it is called again.
set -eu
out=${1:?"usage: measure.sh OUT [PROCESSES]"}
processes=${2:-5}
mikpoly=${MIKPOLY:-build/mikpoly}
peers=onednn,onednn-rtm,openblas,libxsmm,eigen

bench() {
  name=$1
  shift
  resume=
  [ ! -d "$out/$name" ] || resume=--resume
  "$mikpoly" bench --backend cpu --peers "$peers" -o "$out/$name" --no-figure $resume "$@"
}

bench warm-nn peers-246 --repeat "$processes" --rounds 4
bench warm-nt peers-246 --repeat "$processes" --rounds 4 --trans NT
bench warm-nn-2 peers-246 --repeat "$processes" --rounds 4 --threads 2
bench cold-nn peers-246 --repeat "$processes" --rounds 4 --mode cold
bench packed-nn peers-246 --repeat "$processes" --rounds 4 --mode packed
bench first-nn peers-246 --repeat "$processes" --mode first
bench bert-lengths bert-lengths --repeat "$processes" --mode first
