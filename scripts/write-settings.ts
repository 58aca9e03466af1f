// `npm run settings`: writes the table of all environment variables, after a schema was changed.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { settingsFiles } from './settings-files.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
for (const [path, text] of settingsFiles()) {
  writeFileSync(join(root, path), text);
  console.log(`Wrote ${path}`);
}
