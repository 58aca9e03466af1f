import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A small repository in a temporary folder: the four areas of the workspace, and what a test writes into them. */
export interface TestWorkspace {
  readonly root: string;
  /** Writes a file; an object as JSON. */
  write(path: string, content: unknown): void;
  /** A package with an empty README and these files below its `src`. */
  addPackage(folder: string, files: Readonly<Record<string, string>>, manifest?: object): void;
  remove(): void;
}

export function createTestWorkspace(): TestWorkspace {
  const root = mkdtempSync(join(tmpdir(), 'tonriver-workspace-'));
  const write = (path: string, content: unknown): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  };
  for (const area of ['packages', 'services', 'bench', 'test-e2e']) mkdirSync(join(root, area));
  return {
    root,
    write,
    addPackage(folder, files, manifest = {}) {
      const name = folder.split('/').at(-1);
      write(`${folder}/package.json`, { name: `@tonriver/${name}`, ...manifest });
      write(`${folder}/README.md`, `# ${name}\n`);
      for (const [file, text] of Object.entries(files)) write(`${folder}/src/${file}`, text);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
