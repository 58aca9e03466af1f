// Hooks of Node's loader: sources lose their types when they are loaded, by the library that newer versions of Node do
// it with. What comes out is kept, because making it takes most of a start.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openKeptSources } from './kept-sources.mjs';

const library = createRequire(import.meta.url).resolve('amaro');
const { version } = JSON.parse(readFileSync(join(dirname(library), '../package.json'), 'utf8'));
const directory = fileURLToPath(new URL('../../../../.cache/stripped', import.meta.url));
const kept = openKeptSources(directory, `amaro ${version}, strip-only`);

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!isTypeScript(url)) return await nextLoad(url, context);
  const text = readFileSync(fileURLToPath(url), 'utf8');
  const source = kept.find(text) ?? (await strip(text, url));
  return { format: 'module', source, shortCircuit: true };
}

/** As in newer versions of Node, packages that were installed are not TypeScript. */
function isTypeScript(url) {
  return url.startsWith('file:') && url.endsWith('.ts') && !url.includes('/node_modules/');
}

async function strip(text, url) {
  const { transformSync } = await import('amaro');
  const { code } = transformSync(text, { mode: 'strip-only', filename: url });
  kept.keep(text, code);
  return code;
}
