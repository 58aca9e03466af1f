import { runTolkCompiler } from '@ton/tolk-js';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const sourceFolder = fileURLToPath(new URL('../src', import.meta.url));

/** What the compiler made of one contract. */
interface CompiledFile {
  /** The generated module, a path in the machine. */
  readonly file: string;
  /** The text that it must have. */
  readonly text: string;
}

/** The sources of contracts, as paths from `src`: every Tolk file that receives messages. The others are imported. */
export async function contractSources(): Promise<string[]> {
  const names = await readdir(sourceFolder, { recursive: true });
  const tolkFiles = names.filter((name) => name.endsWith('.tolk')).toSorted();
  const texts = await Promise.all(tolkFiles.map((name) => readFile(join(sourceFolder, name), 'utf8')));
  return tolkFiles.filter((_, index) => texts[index]!.includes('fun onInternalMessage('));
}

/** Compiles one contract and returns the generated module. Throws the compiler's words when it does not compile. */
export async function compileContract(source: string): Promise<CompiledFile> {
  const result = await runTolkCompiler({
    entrypointFileName: source,
    fsReadCallback: (path) => readFileSync(join(sourceFolder, path), 'utf8'),
  });
  if (result.status === 'error') throw new Error(`${source} does not compile: ${result.message}`);
  const name = basename(source, '.tolk');
  return {
    file: join(sourceFolder, dirname(source), 'generated', `${name}-code.ts`),
    text: generatedText(name, { hash: result.codeHashHex.toLowerCase(), boc: result.codeBoc64 }),
  };
}

/** Compiles every contract into its generated module. */
export async function writeContracts(): Promise<string[]> {
  const files: string[] = [];
  for (const source of await contractSources()) {
    const { file, text } = await compileContract(source);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    files.push(file);
  }
  return files;
}

function generatedText(name: string, code: { readonly hash: string; readonly boc: string }): string {
  const lines = code.boc.match(/.{1,100}/g) ?? [];
  return [
    `// Generated from ${name}.tolk by \`npm run build:contracts\`: do not edit.`,
    "import type { CompiledCode } from '../../compiled-code.ts';",
    '',
    `/** The compiled contract: SHA-256 of its cell, and the bag of cells in base64. */`,
    `export const ${constantName(name)}: CompiledCode = {`,
    `  hash: '${code.hash}',`,
    '  boc: [',
    ...lines.map((line) => `    '${line}',`),
    "  ].join(''),",
    '};',
    '',
  ].join('\n');
}

function constantName(name: string): string {
  return `${name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Code`;
}
