import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

/** One module that a source file names. */
export interface SourceImport {
  readonly specifier: string;
  /** `import type …`: nothing of it is left at run time. (`import { type X }` still loads the module.) */
  readonly isTypeOnly: boolean;
}

/** Folders whose sources are checked: packages, services, and the two of benches and whole-system suites. */
const SOURCE_AREAS = ['packages', 'services', 'bench', 'test-e2e'] as const;

/** Every source file of the repository's packages (plain JavaScript counts), as absolute paths. */
export function sourceFiles(root: string, areas: readonly string[] = SOURCE_AREAS): string[] {
  return areas.flatMap((area) =>
    readdirSync(join(root, area), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.([jt]s|mjs)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !path.includes(`${sep}node_modules${sep}`) && !path.includes(`${sep}assembly${sep}`)),
  );
}

/** True for files that no program needs: tests, files that only tests import, and tools that make a source file. */
export function isDevelopmentFile(path: string): boolean {
  const posixPath = path.split(sep).join('/');
  return /\.(test|test-support)\.ts$|\/src\/testing\//.test(posixPath) || !posixPath.includes('/src/');
}

/** Returns the modules that a file imports, exports from, loads (`import('…')`) or locates (`resolve('…')`). */
export function importsOf(source: string): SourceImport[] {
  const statements = [...source.matchAll(/(?:^|\n)\s*(?:import|export)\b(\s+type\b)?[^'";]*?from\s*'([^']+)'/g)];
  const calls = [...source.matchAll(/\bimport\(\s*'([^']+)'\s*\)|(?:^|\n)import\s+'([^']+)'/g)];
  const resolved = [...source.matchAll(/\b(?:import\.meta|require)\.resolve\(\s*'([^']+)'\s*\)/g)];
  return [
    ...statements.map(([, type, specifier = '']) => ({ specifier, isTypeOnly: type !== undefined })),
    ...calls.map(([, dynamic, bare]) => ({ specifier: dynamic ?? bare ?? '', isTypeOnly: false })),
    ...resolved.map(([, specifier = '']) => ({ specifier, isTypeOnly: false })),
  ];
}
