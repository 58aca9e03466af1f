#!/usr/bin/env node
// `npx tonriver COMMAND`: every program of this repository by its name. Plain JavaScript without dependencies, because
// scripts/run.mjs, which it hands over to, is what installs them.

/** Command → its file and what it is. */
const commands = {
  start: ['services/standalone/src/main.ts', 'indexes and serves: one process, no server to install (npm start)'],
  verify: ['packages/tools/verify/src/main.ts', 'proves that what is stored is complete (npm run verify)'],
  'dead-letters': ['packages/tools/dead-letters/src/main.ts', 'lists what could not be processed, and sends it again'],
  'serve-accounts': [
    'packages/tools/serve-accounts/src/main.ts',
    'recorded accounts behind the real API, for recorded get-methods',
  ],
  'run-get-method': [
    'packages/tools/replay/src/get-methods/main.ts',
    'runs recorded get-methods and compares the results',
  ],
  replay: [
    'packages/tools/replay/src/transactions/main.ts',
    'runs recorded transactions and compares them, cell for cell',
  ],
  'block-fetcher': ['services/block-fetcher/src/main.ts', 'service: a block source → Kafka'],
  parser: ['services/parser/src/main.ts', 'service: Kafka → ClickHouse rows'],
  'state-resolver': ['services/state-resolver/src/main.ts', 'service: Kafka → code and data of contracts'],
  'trace-assembler': ['services/trace-assembler/src/main.ts', 'service: parsed rounds → traces, watermark'],
  'api-gateway': ['services/api-gateway/src/main.ts', 'service: ClickHouse → HTTP API'],
  'get-method-executor': ['services/get-method-executor/src/main.ts', 'service: ClickHouse → get-methods over HTTP'],
  'clickhouse-http': ['services/clickhouse-http/src/main.ts', 'service: ClickHouse for a machine without a server'],
};

const [command, ...words] = process.argv.slice(2);
const entry = Object.hasOwn(commands, command ?? '') ? commands[command] : undefined;
if (entry === undefined) {
  const width = Math.max(...Object.keys(commands).map((name) => name.length)) + 2;
  const lines = Object.entries(commands).map(([name, [, what]]) => `  ${name.padEnd(width)}${what}`);
  const isHelp = command === undefined || command === '--help' || command === '-h';
  const text = `Usage: npx tonriver COMMAND [options]\n\n${lines.join('\n')}\n\nEvery command has --help.`;
  if (isHelp) console.log(text);
  else console.error(`There is no command ${command}.\n\n${text}`);
  process.exit(isHelp ? 0 : 1);
}
process.argv = [process.execPath, process.argv[1], entry[0], ...words];
await import('./run.mjs');
