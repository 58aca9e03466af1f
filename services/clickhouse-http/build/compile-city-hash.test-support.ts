import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const folderOfService = fileURLToPath(new URL('..', import.meta.url));

/** The generated module that the service loads. */
export const generatedFile = join(folderOfService, 'src', 'generated', 'city-hash-wasm.ts');

/** Compiles the hash and returns the text that `generatedFile` must have. */
export async function compileCityHash(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'city-hash-'));
  try {
    const output = join(folder, 'city-hash.wasm');
    const options = ['--runtime', 'stub', '-O3', '--converge', '--noAssert', '--outFile', output];
    const command = join(folderOfService, 'node_modules', 'assemblyscript', 'bin', 'asc.js');
    await run(process.execPath, [command, join(folderOfService, 'assembly', 'city-hash.ts'), ...options]);
    const lines = (await readFile(output)).toString('base64').match(/.{1,100}/g) ?? [];
    return [
      '// Generated from assembly/ by `npm run build:city-hash`: do not edit.',
      '',
      '/** The compiled hash, in base64. */',
      'export const cityHashWasm: string = [',
      ...lines.map((line) => `  '${line}',`),
      "].join('');",
      '',
    ].join('\n');
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Compiles the hash into `generatedFile`. */
export async function writeCityHash(): Promise<void> {
  await writeFile(generatedFile, await compileCityHash());
}
