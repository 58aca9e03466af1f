#!/usr/bin/env node
// `npx tonriver COMMAND`: starts a program of this repository by its name. Plain JavaScript without dependencies: it
// hands over to scripts/run.mjs, which installs them.
import { readFileSync } from 'node:fs';

/** Command → its file and a summary. */
const commands = JSON.parse(readFileSync(new URL('commands.json', import.meta.url), 'utf8'));

const given = process.argv.slice(2);
// A command of two words is one more program of a service: `devnet replay`.
const length = Object.hasOwn(commands, given.slice(0, 2).join(' ')) ? 2 : 1;
const command = given.length === 0 ? undefined : given.slice(0, length).join(' ');
const words = given.slice(length);
const entry = Object.hasOwn(commands, command ?? '') ? commands[command] : undefined;
if (entry === undefined) {
  const width = Math.max(...Object.keys(commands).map((name) => name.length)) + 2;
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}${summary}`);
  const isHelp = command === undefined || command === '--help' || command === '-h';
  const text = `Usage: npx tonriver COMMAND [options]\n\n${lines.join('\n')}\n\nEvery command has --help.`;
  if (isHelp) console.log(text);
  else console.error(`There is no command ${command}.\n\n${text}`);
  process.exit(isHelp ? 0 : 1);
}
process.argv = [process.execPath, process.argv[1], entry.file, ...words];
await import('./run.mjs');
