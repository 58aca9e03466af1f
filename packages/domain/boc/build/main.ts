import { generatedFile, writeKernel } from './compile-kernel.test-support.ts';

await writeKernel();
console.log(`Wrote ${generatedFile}`);
