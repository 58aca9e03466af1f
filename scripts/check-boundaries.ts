// `npm run boundaries`: every import keeps to its layer and is a dependency of its package, or the check fails.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { boundaryProblems } from './boundary-problems.ts';
import { dependencyProblems } from './dependency-problems.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const problems = [...boundaryProblems(root), ...dependencyProblems(root)];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`\n${problems.length} import(s) or dependencies are wrong.`);
  process.exit(1);
}
console.log('Every import keeps to its layer and is a dependency of its package.');
