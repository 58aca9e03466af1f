// `npm run tidy`: the house style of tidy-problems.ts holds, or the check fails.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tidyProblems } from './tidy-problems.ts';

const problems = tidyProblems(dirname(dirname(fileURLToPath(import.meta.url))));
if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`\n${problems.length} thing(s) to tidy.`);
  process.exit(1);
}
console.log('Tidy.');
