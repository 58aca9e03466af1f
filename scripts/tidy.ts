// `npm run tidy`: fails unless the house style of tidy-problems.ts holds, what documents name exists, and every export
// is imported.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentProblems } from './document-problems.ts';
import { tidyProblems } from './tidy-problems.ts';
import { unusedExportProblems } from './unused-exports.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const problems = [...tidyProblems(root), ...documentProblems(root), ...(await unusedExportProblems(root))];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`\n${problems.length} thing(s) to tidy.`);
  process.exit(1);
}
console.log('Tidy.');
