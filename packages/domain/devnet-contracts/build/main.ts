import { writeContracts } from './compile-contracts.test-support.ts';

console.log((await writeContracts()).map((file) => `Wrote ${file}`).join('\n'));
