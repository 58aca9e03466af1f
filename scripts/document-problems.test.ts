import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { documentProblems } from './document-problems.ts';
import { createTestWorkspace, type TestWorkspace } from './workspace.test-support.ts';

let workspace: TestWorkspace;
beforeEach(() => {
  workspace = createTestWorkspace();
  workspace.write('package.json', { scripts: { verify: '', 'test:long': '' } });
  workspace.write('scripts/commands.json', { parser: { file: 'services/parser/src/main.ts' } });
  workspace.addPackage('packages/domain/boc', { 'cell.ts': '' }, { scripts: { 'build:kernel': '' } });
  workspace.addPackage('services/parser', { 'config.ts': "export const settings = ['KAFKA_BROKERS'];\n" });
  workspace.write('docs/decisions/0001-one.md', '# 0001: one `<name>`\n');
});
afterEach(() => workspace.remove());

it('accepts a document whose links, paths, commands and settings exist', () => {
  workspace.write(
    'docs/page.md',
    [
      '# Page',
      '[one](decisions/0001-one.md#0001-one-name) [top](#page) [outside](https://ton.org/nothing)',
      '`docs/decisions/0001`, `packages/domain/boc`, `services/parser/src/config.ts`, `services/<name>/src`, `deploy/.env`',
      '`npm run verify`, `npm run test:long`, `npx tonriver parser`, `KAFKA_BROKERS`, `KAFKA_…`',
    ].join('\n'),
  );
  workspace.write('packages/domain/boc/README.md', '# boc\n\n`npm run build:kernel`\n');
  expect(documentProblems(workspace.root)).toEqual([]);
});

it.each([
  ['[one](decisions/0002-two.md)', 'the link decisions/0002-two.md leads nowhere'],
  ['[one](decisions/0001-one.md#two)', 'the link decisions/0001-one.md#two names no heading of'],
  ['[one](#two)', 'the link #two names no heading of docs/page.md'],
  ['`services/parser/src/main.ts`', 'there is no services/parser/src/main.ts'],
  ['`docs/decisions/0002`', 'there is no docs/decisions/0002'],
  ['`npm run build:kernel`', 'there is no npm run build:kernel'],
  ['`npx tonriver bake`', 'there is no npx tonriver bake'],
  ['`KAFKA_BROKER`', 'no source has KAFKA_BROKER'],
  ['`tonriver_blocks_total`', 'no source has tonriver_blocks_total'],
])('reports %s in a document', (text, problem) => {
  workspace.write('docs/page.md', `# Page\n\n${text}\n`);
  expect(documentProblems(workspace.root)).toEqual([expect.stringContaining(`docs/page.md: ${problem}`)]);
});

it('does not check the changelog, which names removed things', () => {
  workspace.write('CHANGELOG.md', '# Changelog\n\n[old](old.md) `OLD_SETTING`\n');
  expect(documentProblems(workspace.root)).toEqual([]);
});
