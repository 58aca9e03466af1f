import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { tidyProblems } from './tidy-problems.ts';
import { createTestWorkspace, type TestWorkspace } from './workspace.test-support.ts';

let workspace: TestWorkspace;
beforeEach(() => {
  workspace = createTestWorkspace();
  workspace.addPackage('packages/domain/boc', { 'cell.ts': '// Cells.\n' });
  workspace.addPackage('services/parser', { 'main.ts': 'const level = process.env["LOG_LEVEL"];\n' });
});
afterEach(() => workspace.remove());

it('finds no problem in a tidy tree', () => {
  expect(tidyProblems(workspace.root)).toEqual([]);
});

it('finds a package and a service without a README', () => {
  workspace.write('packages/adapters/cache/package.json', { name: '@tonriver/cache' });
  workspace.write('services/verify/package.json', { name: '@tonriver/verify' });
  expect(tidyProblems(workspace.root)).toEqual([
    'packages/adapters/cache: no README.md',
    'services/verify: no README.md',
  ]);
});

it.each([
  ['packages/domain/boc/src/long.ts', 'x;\n'.repeat(401), '401 lines'],
  ['packages/domain/boc/src/wide.ts', `x = ${'1 + '.repeat(40)}1;\n`, '166 characters wide'],
  ['packages/domain/boc/src/bag.ts', 'const level = process.env.LEVEL;\n', 'read the environment in config.ts'],
  ['packages/domain/boc/src/odd.ts', 'let x: any;\n', 'unknown, and a check'],
  ['services/api-gateway/src/answers/odd.ts', 'if (row.mcBlockSeqno === null) {}\n', 'finality of the record'],
  ['packages/domain/boc/src/late.ts', '// TODO: mend\n', 'do it, or say in the README'],
  ['packages/domain/boc/src/Cell.ts', 'x;\n', 'file names are kebab-case'],
  ['packages/domain/boc/src/utils/cell.ts', 'x;\n', 'a folder named "utils" says nothing'],
  ['docs/page.md', '# One\n\n# Two\n', '2 titles; a document has one'],
])('finds the violation of the style in %s', (path, text, reason) => {
  workspace.write(path, text);
  expect(tidyProblems(workspace.root)).toEqual([expect.stringContaining(reason)]);
});
