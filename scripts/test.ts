// `npm test`: every check and every suite, and one line of counts at the end. `--long` adds the suites that need patience;
// other words are passed to jest as patterns (`npm test -- packages/domain/boc`).
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const words = process.argv.slice(2);
const isLong = words.includes('--long');
const patterns = words.filter((word) => !word.startsWith('--'));

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const skippedNames: string[] = [];

if (words.includes('--help')) {
  console.log(
    'Usage: npm test -- [--long] [PATTERN…]\n\nRuns every check and suite; with patterns only the suites whose path matches.',
  );
  process.exit(0);
}

const unknown = words.find((word) => word.startsWith('-') && word !== '--long');
if (unknown !== undefined) {
  console.error(`There is no option ${unknown}.\n\nUsage: npm test -- [--long] [PATTERN…]`);
  process.exit(1);
}

const bin = (name: string): string => join(root, 'node_modules', '.bin', name);
if (patterns.length === 0 && !isLong) {
  runCheck('format', [bin('biome'), 'format', '.']);
  runCheck('lint', [
    bin('oxlint'),
    '--type-aware',
    '--deny-warnings',
    'packages',
    'services',
    'scripts',
    'bench',
    'test-e2e',
  ]);
  runCheck('types', [bin('tsc'), '--noEmit', '-p', 'tsconfig.json']);
  // Its code runs in a browser, and is plain JavaScript with its types in comments.
  runCheck('types of the explorer', [bin('tsc'), '--noEmit', '-p', 'services/api-gateway/explorer/tsconfig.json']);
  runCheck('boundaries', [process.execPath, '--import', '@tonriver/strip-types', 'scripts/check-boundaries.ts']);
  runCheck('tidy', [process.execPath, '--import', '@tonriver/strip-types', 'scripts/tidy.ts']);
}
for (const lane of isLong ? ['long'] : ['unit', 'integration']) runSuites(lane);

for (const name of skippedNames) console.log(`skipped: ${name}`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

function runCheck(name: string, [command = '', ...args]: readonly string[]): void {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status === 0) total.passed += 1;
  else total.failed += 1;
}

function runSuites(lane: string): void {
  console.log(`\n== ${lane} suites`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  const resultFile = join(root, '.cache', `jest-${lane}.json`);
  const { status } = spawnSync(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--no-warnings=ExperimentalWarning',
      join('node_modules', 'jest', 'bin', 'jest.js'),
      '--selectProjects',
      lane,
      '--passWithNoTests',
      '--json',
      `--outputFile=${resultFile}`,
      ...patterns,
    ],
    // The output of suites (counts, figures) goes to standard error with the progress.
    { cwd: root, stdio: ['ignore', 2, 'inherit'] },
  );
  const result = JSON.parse(readFileSync(resultFile, 'utf8')) as JestResult;
  total.passed += result.numPassedTests;
  total.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
  total.skipped += result.numPendingTests + result.numTodoTests;
  // A lane can end badly without a failed test, such as by a handle that keeps it open or a crash.
  if (status !== 0 && result.numFailedTests + result.numRuntimeErrorTestSuites === 0) total.failed += 1;
  for (const suite of result.testResults) {
    for (const { status: outcome, fullName } of suite.assertionResults) {
      if (outcome === 'pending' || outcome === 'todo') skippedNames.push(fullName);
    }
  }
}

interface JestResult {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}
