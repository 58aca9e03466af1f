// `npm run capacity`: makes the capacity tables of docs/OPERATING.md from bench/capacity.json, after that was measured.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MeasuredFigures } from '../bench/write-figures.ts';
import { withCapacity } from './capacity-tables.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const document = join(root, 'docs', 'OPERATING.md');
const measured = JSON.parse(readFileSync(join(root, 'bench', 'capacity.json'), 'utf8')) as MeasuredFigures;
writeFileSync(document, withCapacity(readFileSync(document, 'utf8'), measured));
console.log(`Wrote ${document}`);
