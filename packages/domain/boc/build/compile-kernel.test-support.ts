import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

/** The source of the kernel, in AssemblyScript. */
const source = join(packageFolder, 'assembly', 'kernel.ts');

/** The generated module that the package loads. */
export const generatedFile = join(packageFolder, 'src', 'generated', 'kernel-wasm.ts');

/** Compiles the kernel and returns the text that `generatedFile` must have. */
export async function compileKernel(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'boc-kernel-'));
  try {
    const output = join(folder, 'kernel.wasm');
    const options = ['--runtime', 'stub', '--enable', 'simd', '-O3', '--converge', '--noAssert', '--outFile', output];
    const command = join(packageFolder, 'node_modules', 'assemblyscript', 'bin', 'asc.js');
    await run(process.execPath, [command, source, ...options]);
    return generatedText(await readFile(output));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Compiles the kernel into `generatedFile`. */
export async function writeKernel(): Promise<void> {
  await writeFile(generatedFile, await compileKernel());
}

function generatedText(wasm: Buffer): string {
  const lines = wasm.toString('base64').match(/.{1,100}/g) ?? [];
  return [
    '// Generated from assembly/ by `npm run build:kernel`: do not edit.',
    '',
    '/** The compiled kernel, in base64. */',
    'export const kernelWasm: string = [',
    ...lines.map((line) => `  '${line}',`),
    "].join('');",
    '',
  ].join('\n');
}
