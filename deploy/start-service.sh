#!/bin/sh
# The image's entry point: start-service.sh PROGRAM [argument…]. Node replaces the shell, so that it gets the signals.
# --max-semi-space-size: decoding makes many short-lived objects, and a larger young generation than the default saves a
# tenth of its processor time.
set -eu
cd "$(dirname "$0")/.."

usage() {
  echo "Usage: start-service.sh PROGRAM [argument...]"
  echo
  echo "Services:"
  for file in services/*/src/main.ts; do
    directory=${file%/src/main.ts}
    echo "  ${directory#services/}"
  done
  echo "Commands:"
  for file in packages/tools/*/src/main.ts; do
    directory=${file%/src/main.ts}
    echo "  ${directory#packages/tools/}"
  done
  echo "  devnet-replay"
  echo "  reparse"
  echo "  replay"
  echo "  run-get-method"
  echo
  if [ ! -e packages/adapters/chdb ]; then
    echo "standalone, clickhouse-http, serve-accounts and verify run on the embedded ClickHouse engine. They are in the image"
    echo "that is built with --target engine."
    echo
  fi
  echo "Every one has --help."
}

program=${1:---help}
case $program in
  --help | -h) usage && exit 0 ;;
  devnet-replay) file=services/devnet/src/replay/main.ts ;;
  reparse) file=services/parser/src/reparse/main.ts ;;
  replay) file=packages/tools/replay/src/transactions/main.ts ;;
  run-get-method) file=packages/tools/replay/src/get-methods/main.ts ;;
  */* | .*) file= ;;
  *)
    file=services/$program/src/main.ts
    [ -f "$file" ] || file=packages/tools/$program/src/main.ts
    ;;
esac
if [ ! -f "$file" ]; then
  echo "There is no program $program." >&2
  usage >&2
  exit 1
fi
shift
exec node --disable-warning=ExperimentalWarning --max-semi-space-size=64 "$file" "$@"
