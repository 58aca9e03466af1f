import { generatedFile, writeCityHash } from './compile-city-hash.test-support.ts';

await writeCityHash();
console.log(`Wrote ${generatedFile}`);
