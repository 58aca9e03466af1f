// `npm run endpoints`: writes the tables of endpoints, after one was added or its summary was changed.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpointTexts, withEndpoints } from './endpoint-tables.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
for (const [path, text] of endpointTexts) {
  const document = join(root, path);
  writeFileSync(document, withEndpoints(readFileSync(document, 'utf8'), text));
  console.log(`Wrote ${path}`);
}
