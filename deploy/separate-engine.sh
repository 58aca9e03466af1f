#!/bin/sh
# separate-engine.sh TREE ENGINE: moves the embedded engine and the programs that run on it out of an installed tree,
# to the same places below another folder. One folder laid over the other is the whole tree again.
set -eu
tree=$1
engine=$2

cd "$tree"
for path in node_modules/.pnpm/chdb@* node_modules/.pnpm/@chdb+* packages/adapters/chdb \
  packages/tools/serve-accounts packages/tools/verify services/clickhouse-http services/standalone; do
  if [ ! -e "$path" ]; then
    echo "$tree has no $path, which belongs to the engine." >&2
    exit 1
  fi
  mkdir -p "$engine/$(dirname "$path")"
  mv "$path" "$engine/$path"
done
