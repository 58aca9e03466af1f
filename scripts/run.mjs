#!/usr/bin/env node
// Runs a TypeScript entry point of this repository in a clean clone: `node scripts/run.mjs FILE [argument…]`.
// Plain JavaScript without dependencies, because it installs them.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 12)) {
  console.error(`Tonriver needs Node 20.12 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

const [file, ...args] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: node scripts/run.mjs FILE [argument…]');
  process.exit(1);
}

installWhenStale();
// The script runs in this very process: a supervisor's signal, or kill -9, must hit the real thing.
process.argv = [process.execPath, resolve(root, file), ...args];
await import('@tonriver/strip-types');
await import(pathToFileURL(resolve(root, file)).href);

/** Installs with the pnpm that package.json names, when the lock file is not the one that was installed last. */
function installWhenStale() {
  const stampFile = join(root, 'node_modules', '.tonriver-installed');
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .update(readFileSync(join(root, 'pnpm-workspace.yaml')))
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  console.error('Installing dependencies (first start, or the lock file changed) …');
  const { status, error } = spawnSync('npx', ['--yes', packageManager, 'install', '--frozen-lockfile'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    console.error(`The installation failed${error ? `: ${error.message}` : ''}. It needs the npm registry.`);
    process.exit(75);
  }
  writeFileSync(stampFile, wanted);
}
