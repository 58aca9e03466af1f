import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { unusedExportProblems } from './unused-exports.ts';
import { createTestWorkspace, type TestWorkspace } from './workspace.test-support.ts';

const entries = { exports: { '.': './src/index.ts', './testing': './src/testing/index.ts' } };

let workspace: TestWorkspace;
beforeEach(() => {
  workspace = createTestWorkspace();
  workspace.write('package.json', { name: 'repository', workspaces: ['packages/*/*', 'services/*'] });
  workspace.addPackage(
    'packages/domain/boc',
    {
      'cell.ts': 'export const bits = 1023;\nexport const refs = 4;\n',
      'index.ts': "export { bits } from './cell.ts';\n",
      'testing/index.ts': "export { refs } from '../cell.ts';\n",
    },
    entries,
  );
  workspace.addPackage(
    'services/parser',
    {
      'main.ts': "import { bits } from '@tonriver/boc';\nprocess.exitCode = bits;\n",
      'main.test.ts': "import { refs } from '@tonriver/boc/testing';\nprocess.exitCode = refs;\n",
    },
    { dependencies: { '@tonriver/boc': '*' } },
  );
  mkdirSync(join(workspace.root, 'node_modules/@tonriver'), { recursive: true });
  symlinkSync('../../packages/domain/boc', join(workspace.root, 'node_modules/@tonriver/boc'));
});
afterEach(() => workspace.remove());

it('finds nothing where every export is imported', async () => {
  expect(await unusedExportProblems(workspace.root)).toEqual([]);
});

it('finds what no other file imports, and what an entry offers to tests only', async () => {
  workspace.write(
    'packages/domain/boc/src/cell.ts',
    'export const bits = 1;\nexport const refs = 4;\nexport type A = 1;\n',
  );
  workspace.write('packages/domain/boc/src/index.ts', "export { bits, refs } from './cell.ts';\n");
  workspace.write(
    'services/parser/src/main.test.ts',
    [
      "import { refs } from '@tonriver/boc';",
      "import { refs as same } from '@tonriver/boc/testing';",
      'process.exitCode = refs + same;',
    ].join('\n'),
  );
  expect(await unusedExportProblems(workspace.root)).toEqual([
    expect.stringMatching(/^packages\/domain\/boc\/src\/cell\.ts:3: no file imports A:/),
    expect.stringMatching(/^packages\/domain\/boc\/src\/index\.ts:1: only tests import refs:/),
  ]);
});
