#!/bin/sh
# What is compiled for an instruction set stays with it: every weak symbol of such an object carries the set's name. Of
# equal weak symbols the linker keeps any one, so that another source could end up with instructions that are not there.
#
#   isa_symbols_test.sh NM OBJECT...    judges the objects functions_ISA.cpp.o and eigen_ISA.dir/eigen_product.cpp.o
set -eu

nm=$1
shift

# Weak symbols of object $1 that do not carry the name $2. DW.ref is a pointer, not code.
strangers() {
  "$nm" --defined-only "$1" | awk '$2 ~ /^[WVu]$/ { print $3 }' | grep -v '^DW\.ref\.' | grep -iv "$2" || true
}

judged=0
faults=0
for object in "$@"; do
  isa=$(printf '%s\n' "$object" | sed -nE 's/.*_(portable|avx2|avx512)\.(cpp\.o|dir\/.*)$/\1/p')
  [ -n "$isa" ] || continue
  judged=$((judged + 1))
  found=$(strangers "$object" "$isa")
  if [ -n "$found" ]; then
    printf '%s: weak symbols that do not carry the name "%s":\n%s\n' "$object" "$isa" "$found"
    faults=$((faults + 1))
  fi
  if [ -z "$(strangers "$object" another)" ]; then
    echo "$object: no weak symbols were read, so that nothing was judged"
    faults=$((faults + 1))
  fi
done
echo "$judged objects judged, $faults faults"
[ "$judged" -ge 2 ] && [ "$faults" -eq 0 ]
