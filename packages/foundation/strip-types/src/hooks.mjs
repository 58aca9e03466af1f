// Hooks of Node's loader: sources lose their types when they are loaded, by the library that newer versions of Node do
// it with. What comes out is kept in a folder, one file for each source, because it takes most of a start.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';

const { resolve } = createRequire(import.meta.url);
const { version } = JSON.parse(readFileSync(join(dirname(resolve('amaro')), '../package.json'), 'utf8'));
const keptDirectory = new URL('../../../../.cache/stripped/', import.meta.url);

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!isOwnSource(url)) return await nextLoad(url, context);
  const text = readFileSync(fileURLToPath(url), 'utf8');
  // Names of files stay as they are while sources change, so that the folder does not grow.
  const keptFile = new URL(`${digestOf(url)}.js`, keptDirectory);
  const heading = `// ${version} ${digestOf(text)}\n`;
  const kept = readKept(keptFile, heading);
  if (kept !== undefined) return { format: 'module', source: kept, shortCircuit: true };
  const { transformSync } = await import('amaro');
  const source = transformSync(text, { mode: 'strip-only', filename: url }).code;
  keep(keptFile, heading + source);
  return { format: 'module', source, shortCircuit: true };
}

/** As in newer versions of Node, packages that were installed are not TypeScript. */
function isOwnSource(url) {
  return url.startsWith('file:') && url.endsWith('.ts') && !url.includes('/node_modules/');
}

function digestOf(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function readKept(file, heading) {
  try {
    const text = readFileSync(file, 'utf8');
    return text.startsWith(heading) ? text.slice(heading.length) : undefined;
  } catch {
    return undefined;
  }
}

/** Readers see all of a file or none of it. Where it cannot be written, a start takes longer. */
function keep(file, text) {
  const unfinished = new URL(`${file.href}.${process.pid}.${threadId}`);
  try {
    mkdirSync(keptDirectory, { recursive: true });
    writeFileSync(unfinished, text);
    renameSync(unfinished, file);
  } catch {
    rmSync(unfinished, { force: true });
  }
}
