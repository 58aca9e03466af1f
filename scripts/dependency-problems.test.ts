import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { dependencyProblems } from './dependency-problems.ts';
import { createTestWorkspace, type TestWorkspace } from './workspace.test-support.ts';

let workspace: TestWorkspace;
beforeEach(() => {
  workspace = createTestWorkspace();
  workspace.write('package.json', { name: 'tonriver', devDependencies: { '@jest/globals': 'catalog:' } });
  workspace.write('pnpm-workspace.yaml', 'catalog:\n  "@jest/globals": 1.0.0\n  zod: 4.0.0\n\nother:\n  - x\n');
  const text = "import { z } from 'zod';\nexport const text = z.string();\n";
  workspace.addPackage('packages/domain/known', { 'index.ts': text }, { dependencies: { zod: 'catalog:' } });
});
afterEach(() => workspace.remove());

/** Creates a service with these manifest entries and these files below its `src`. */
function service(manifest: object, files: Readonly<Record<string, string>>): string[] {
  workspace.addPackage('services/one', files, manifest);
  return dependencyProblems(workspace.root);
}

const known = { '@tonriver/known': 'workspace:*' };
const imports = "import { text } from '@tonriver/known';\n";

describe('a run-time import that the image does not have', () => {
  it('is none when it is a dependency, from Node or of the package itself', () => {
    const text = `${imports}import { join } from 'node:path';\nimport '@tonriver/one/service';\n`;
    expect(service({ dependencies: known }, { 'main.ts': text })).toEqual([]);
  });

  it.each([
    ['imports', imports],
    ['imports several lines', "import {\n  text,\n} from '@tonriver/known';\n"],
    ['imports types among values', "import { type Text } from '@tonriver/known';\n"],
    ['exports again', "export { text } from '@tonriver/known';\n"],
    ['imports for its effects', "import '@tonriver/known';\n"],
    ['imports when needed', "const { text } = await import('@tonriver/known');\n"],
    ['imports a file of', "import { text } from '@tonriver/known/service';\n"],
    ['asks the path of', "const path = import.meta.resolve('@tonriver/known');\n"],
  ])('is refused in devDependencies: %s', (_, text) => {
    expect(service({ devDependencies: known }, { 'main.ts': text })).toEqual([
      expect.stringMatching(/^services\/one\/src\/main\.ts: imports @tonriver\/known.*only in devDependencies/),
    ]);
  });

  it('is refused when no list has it, also in plain JavaScript', () => {
    expect(service({}, { 'main.ts': imports, 'worker.mjs': "await import('zod');\n" })).toEqual([
      'services/one/src/main.ts: imports @tonriver/known, which its package.json does not name',
      'services/one/src/worker.mjs: imports zod, which its package.json does not name',
    ]);
  });

  it('is refused when it is a tool of the whole repository', () => {
    expect(service({}, { 'main.ts': "import { expect } from '@jest/globals';\n" })).toHaveLength(1);
  });

  it('may be a development dependency if only types or tests use it', () => {
    const files = {
      'main.ts': "import type { Text } from '@tonriver/known';\n",
      'main.test.ts': "import { it } from '@jest/globals';\nimport { z } from 'zod';\n",
      'rows.test-support.ts': imports,
      'testing/contract.ts': imports,
    };
    expect(service({ devDependencies: { ...known, zod: 'catalog:' } }, files)).toEqual([]);
  });
});

describe('a dependency', () => {
  it('that nobody imports is refused', () => {
    expect(service({ dependencies: known, devDependencies: { zod: 'catalog:' } }, { 'main.ts': '' })).toEqual([
      'services/one/package.json: nobody imports @tonriver/known',
      'services/one/package.json: nobody imports zod',
    ]);
  });

  it('that only tests import belongs in devDependencies', () => {
    expect(service({ dependencies: known }, { 'main.test.ts': imports })).toEqual([
      'services/one/package.json: only tests import @tonriver/known; it belongs in devDependencies',
    ]);
  });

  it('of what no image runs is refused, because the image would be installed with it', () => {
    const files = { 'index.ts': imports };
    workspace.addPackage('packages/tools/testing', files, { dependencies: known });
    expect(dependencyProblems(workspace.root)).toEqual([
      'packages/tools/testing/package.json: no image runs this; @tonriver/known belongs in devDependencies',
    ]);
    workspace.addPackage('packages/tools/testing', files, { devDependencies: known });
    expect(dependencyProblems(workspace.root)).toEqual([]);
  });

  it('counts as used when it is named to somebody else, or gives the types of what is imported', () => {
    const text = "import { text } from '@tonriver/known';\nconst options = { target: 'zod' };\n";
    const manifest = { dependencies: { ...known, zod: 'catalog:' }, devDependencies: { '@types/zod': 'catalog:' } };
    workspace.write('pnpm-workspace.yaml', 'catalog:\n  zod: 4.0.0\n');
    expect(service(manifest, { 'main.ts': text })).toEqual([]);
  });

  it('whose version is not used by a package is refused', () => {
    workspace.write('pnpm-workspace.yaml', 'catalog:\n  zod: 4.0.0\n  left-over: 1.0.0\n');
    expect(dependencyProblems(workspace.root)).toEqual(['pnpm-workspace.yaml: no package asks for left-over']);
  });
});

describe('a service that talks to a server', () => {
  const catalog = 'catalog:\n  zod: 4.0.0\n  chdb: 3.0.0\n';
  const engine = "import '@tonriver/chdb';\n";
  const withEngine = { dependencies: { '@tonriver/chdb': 'workspace:*' } };
  beforeEach(() => {
    workspace.write('pnpm-workspace.yaml', catalog);
    const manifest = { dependencies: { chdb: 'catalog:' } };
    workspace.addPackage('packages/adapters/chdb', { 'index.ts': "import 'chdb';\n" }, manifest);
    workspace.addPackage('packages/rows/between', { 'index.ts': engine }, withEngine);
  });

  it('is refused with the embedded engine, also through another package', () => {
    const manifest = { dependencies: { '@tonriver/between': 'workspace:*' } };
    expect(service(manifest, { 'main.ts': "import '@tonriver/between';\n" })).toEqual([
      'services/one/package.json: is installed with chdb, through @tonriver/one → @tonriver/between → @tonriver/chdb → chdb',
    ]);
    expect(service({ optionalDependencies: { chdb: 'catalog:' } }, { 'main.ts': '' })).toHaveLength(1);
  });

  it('may have it for its tests, and one that runs it may have it', () => {
    workspace.addPackage('services/standalone', { 'main.ts': engine }, withEngine);
    const manifest = { devDependencies: { '@tonriver/chdb': 'workspace:*' } };
    expect(service(manifest, { 'main.test.ts': engine })).toEqual([]);
  });
});
