import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { dependencyProblems } from './dependency-problems.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tonriver-dependencies-'));
  write('package.json', { name: 'tonriver', devDependencies: { '@jest/globals': 'catalog:' } });
  write('pnpm-workspace.yaml', 'catalog:\n  "@jest/globals": 1.0.0\n  zod: 4.0.0\n\nother:\n  - x\n');
  write('packages/known/package.json', { name: '@tonriver/known', dependencies: { zod: 'catalog:' } });
  write('packages/known/src/index.ts', "import { z } from 'zod';\nexport const text = z.string();\n");
  for (const folder of ['services', 'bench', 'test-e2e']) mkdirSync(join(root, folder));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: unknown): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
}

/** A service with these manifest entries and these files below its `src`. */
function service(manifest: object, files: Readonly<Record<string, string>>): string[] {
  write('services/one/package.json', { name: '@tonriver/one', ...manifest });
  for (const [name, text] of Object.entries(files)) write(`services/one/src/${name}`, text);
  return dependencyProblems(root);
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

  it('may be a development dependency where nothing is left at run time: types, and tests', () => {
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

  it('counts as used when it is named to somebody else, or gives the types of what is imported', () => {
    const text = "import { text } from '@tonriver/known';\nconst options = { target: 'zod' };\n";
    const manifest = { dependencies: { ...known, zod: 'catalog:' }, devDependencies: { '@types/zod': 'catalog:' } };
    write('pnpm-workspace.yaml', 'catalog:\n  zod: 4.0.0\n');
    expect(service(manifest, { 'main.ts': text })).toEqual([]);
  });

  it('whose version no package asks for is refused', () => {
    write('pnpm-workspace.yaml', 'catalog:\n  zod: 4.0.0\n  left-over: 1.0.0\n');
    expect(dependencyProblems(root)).toEqual(['pnpm-workspace.yaml: no package asks for left-over']);
  });
});
