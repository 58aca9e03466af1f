import { writeFile } from 'node:fs/promises';
import { compileKernel, generatedFile } from './compile-kernel.ts';

await writeFile(generatedFile, await compileKernel());
console.log(`Wrote ${generatedFile}`);
