// `npm run tidy`: the house style of tidy-problems.ts holds and every export is imported, or the check fails.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXPORT_DEBTS } from './export-debts.ts';
import { tidyProblems } from './tidy-problems.ts';
import { unusedExportProblems } from './unused-exports.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const problems = [...tidyProblems(root), ...(await unusedExportProblems(root, Object.keys(EXPORT_DEBTS)))];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`\n${problems.length} thing(s) to tidy.`);
  process.exit(1);
}
console.log('Tidy.');
