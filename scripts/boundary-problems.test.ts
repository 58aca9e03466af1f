import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { boundaryProblems } from './boundary-problems.ts';
import { createTestWorkspace, type TestWorkspace } from './workspace.test-support.ts';

let workspace: TestWorkspace;
beforeEach(() => {
  workspace = createTestWorkspace();
  workspace.addPackage('packages/foundation/errors', { 'index.ts': '' });
  workspace.addPackage('packages/foundation/config', { 'index.ts': "import '@tonriver/errors';\n" });
  workspace.addPackage('packages/domain/boc', { 'index.ts': "import '@tonriver/errors';\n" });
  workspace.addPackage('packages/domain/traces', { 'index.ts': "import type { Cell } from '@tonriver/boc';\n" });
  workspace.addPackage('packages/adapters/cache', { 'index.ts': "import 'ioredis';\n" });
  workspace.addPackage('packages/adapters/event-log', { 'index.ts': "import '@tonriver/boc';\n" });
  workspace.addPackage('packages/tools/testing', { 'index.ts': "import '@tonriver/cache';\n" });
  workspace.addPackage('packages/rows/row-schema', { 'index.ts': "import '@tonriver/errors';\n" });
  workspace.addPackage('packages/rows/block-rows', { 'index.ts': "import '@tonriver/row-schema';\n" });
  workspace.addPackage('packages/reading/chain-reader', { 'index.ts': "import '@tonriver/block-rows';\n" });
  workspace.addPackage('packages/adapters/clickhouse', { 'index.ts': "import '@tonriver/row-schema';\n" });
  workspace.addPackage('packages/adapters/chdb', { 'index.ts': "import '@tonriver/clickhouse';\n" });
  workspace.addPackage('services/parser', { 'service.ts': "import '@tonriver/event-log';\n" });
});
afterEach(() => workspace.remove());

/** Returns the problems of the tree above with one more file. */
function problemsWith(path: string, text: string): string[] {
  workspace.write(path, text);
  return boundaryProblems(workspace.root);
}

describe('an import', () => {
  it('that keeps to its layer is no problem', () => {
    expect(boundaryProblems(workspace.root)).toEqual([]);
  });

  it.each([
    ['packages/domain/boc/src/a.ts', '@tonriver/config', 'wrong layer'],
    ['packages/domain/boc/src/a.ts', '@tonriver/traces', 'wrong layer'],
    ['packages/adapters/cache/src/a.ts', '@tonriver/event-log', 'wrong layer'],
    ['packages/rows/block-rows/src/a.ts', '@tonriver/clickhouse', 'wrong layer'],
    ['packages/rows/block-rows/src/a.ts', '@tonriver/chain-reader', 'wrong layer'],
    ['packages/reading/chain-reader/src/a.ts', '@tonriver/clickhouse', 'wrong layer'],
    ['packages/reading/chain-reader/src/a.ts', '@tonriver/cache', 'wrong layer'],
    ['packages/rows/row-schema/src/a.ts', 'node:fs', 'the layer rows is pure'],
    ['packages/adapters/clickhouse/src/a.ts', '@tonriver/chdb', 'wrong layer'],
    ['packages/foundation/errors/src/a.ts', '@tonriver/boc', 'wrong layer'],
    ['packages/adapters/cache/src/a.ts', '@tonriver/parser/service', 'wrong layer'],
    ['packages/domain/boc/src/a.ts', 'node:fs', 'the layer domain is pure'],
    ['packages/domain/boc/src/a.ts', '../../../foundation/errors/src/index.ts', 'leaves its package by a path'],
    ['packages/domain/boc/src/a.ts', './index', 'names no file'],
    ['packages/domain/boc/src/a.ts', './index.test.ts', 'is for tests'],
    ['services/parser/src/a.ts', 'ioredis', 'only cache, pending-store may name this library'],
    ['services/parser/src/a.ts', 'chdb', 'only chdb may name this library'],
    ['services/parser/src/a.ts', '@tonriver/testing', 'shipped code does not use the testing package'],
    ['services/parser/src/a.ts', '@tonriver/boc/src/cell.ts', 'reaches into a package'],
    ['services/parser/src/a.ts', '@tonriver/nothing', 'there is no such package'],
    ['services/resolver/src/a.ts', '@tonriver/parser/service', 'services meet only in events'],
    ['services/parser/src/a.ts', '@tonriver/verify', 'wrong layer'],
    ['packages/tools/verify/src/a.ts', '@tonriver/parser/service', 'wrong layer'],
    ['packages/tools/verify/src/a.ts', '@tonriver/testing', 'shipped code does not use the testing package'],
  ])('in %s of %s fails: %s', (path, specifier, reason) => {
    workspace.addPackage('services/resolver', { 'main.ts': '' });
    workspace.addPackage('packages/tools/verify', { 'main.ts': '' });
    expect(problemsWith(path, `import '${specifier}';\n`)).toEqual([
      expect.stringContaining(`${path}: imports ${specifier}: ${reason}`),
    ]);
  });

  it('of a type is checked like others', () => {
    const text = "import type { Settings } from '@tonriver/config';\n";
    expect(problemsWith('packages/domain/boc/src/a.ts', text)).toHaveLength(1);
  });

  it('of a test may cross layers, but neither leave its package by a path nor reach into another', () => {
    expect(problemsWith('packages/domain/boc/src/a.test.ts', "import '@tonriver/testing';\n")).toEqual([]);
    const reaching = "import '@tonriver/traces/src/index.ts';\nimport '../../traces/src/index.ts';\n";
    expect(problemsWith('packages/domain/boc/src/b.test.ts', reaching)).toHaveLength(2);
  });
});

it('a folder that is listed for it may import several services', () => {
  const text = "import { createParser } from '@tonriver/parser/service';\n";
  workspace.addPackage('services/standalone', { 'main.ts': text });
  workspace.addPackage('packages/tools/serve-accounts', { 'main.ts': text });
  expect(boundaryProblems(workspace.root)).toEqual([]);
});

describe('a package', () => {
  it('outside all layers is refused, because no rule would check it', () => {
    workspace.addPackage('packages/stray', { 'index.ts': "import 'node:fs';\n" });
    expect(boundaryProblems(workspace.root)).toEqual([expect.stringContaining('packages/stray: is no layer')]);
  });

  it('moved to another layer has the rules of that layer', () => {
    workspace.addPackage('packages/domain/cache-keys', { 'index.ts': "import '@tonriver/cache';\n" });
    expect(boundaryProblems(workspace.root)).toEqual([expect.stringContaining('wrong layer')]);
  });
});
