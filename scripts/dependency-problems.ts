// A package's manifest against its sources. The image installs `dependencies` alone: a program whose code imports what
// stands only under `devDependencies` passes every test here and does not start there.
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, relative } from 'node:path';
import { INSTALLED_WITH } from './boundary-rules.ts';
import { importsOf, isDevelopmentFile, sourceFiles, type SourceImport } from './source-imports.ts';
import { type Member, workspaceMembers } from './workspace.ts';

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly isForDevelopment: boolean;
  readonly imports: readonly SourceImport[];
}

/**
 * Packages that no image runs: benches, whole-system suites, and what tests share. All that they need is for
 * development, because an image is installed with the dependencies of every package of the workspace.
 */
const NOT_SHIPPED = ['bench', 'test-e2e', 'packages/tools/testing'];

/**
 * One line per import that the manifest does not cover, per dependency that nobody imports, and per program that would
 * be installed with a library it is not to have.
 */
export function dependencyProblems(root: string): string[] {
  const shared = readManifest(root, '.');
  const tools = new Set(Object.keys({ ...shared.dependencies, ...shared.devDependencies }));
  const members = workspaceMembers(root);
  const folders = members.map(({ folder }) => folder);
  const problems = folders.flatMap((folder) => {
    const manifest = readManifest(root, folder);
    const files = sourceFiles(root, [folder]).map((path) => readSource(root, path));
    const isShipped = !NOT_SHIPPED.includes(folder);
    return [...uncoveredImports(manifest, files, { tools, isShipped }), ...unusedDependencies(folder, manifest, files)];
  });
  return [
    ...problems,
    ...unwantedLibraries(root, members),
    ...unusedVersions(root, [shared, ...folders.map((folder) => readManifest(root, folder))]),
  ];
}

/** Programs that `pnpm install --prod` would give a library which is only for others. */
function unwantedLibraries(root: string, members: readonly Member[]): string[] {
  const manifests = new Map(members.map(({ folder }) => readManifest(root, folder)).map((one) => [one.name, one]));
  const problems: string[] = [];
  for (const { area, layer, folder, name } of members) {
    if (area !== 'services' && layer !== 'tools') continue;
    const ways = waysToDependencies(manifests, `@tonriver/${name}`);
    for (const [library, programs] of Object.entries(INSTALLED_WITH)) {
      const way = ways.get(library);
      if (way === undefined || programs.includes(name)) continue;
      problems.push(`${folder}/package.json: is installed with ${library}, through ${way.join(' → ')}`);
    }
  }
  return problems;
}

/** All that is installed with a package, each with one way to it. */
function waysToDependencies(
  manifests: ReadonlyMap<string, Manifest>,
  start: string,
): ReadonlyMap<string, readonly string[]> {
  const ways = new Map<string, readonly string[]>([[start, [start]]]);
  // A loop over a map also visits entries that are added meanwhile: it ends when no new one is added.
  for (const [name, way] of ways) {
    const { dependencies, optionalDependencies } = manifests.get(name) ?? {};
    for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (!ways.has(dependency)) ways.set(dependency, [...way, dependency]);
    }
  }
  return ways;
}

/** Versions of the catalog that no package asks for. */
function unusedVersions(root: string, manifests: readonly Manifest[]): string[] {
  const asked = new Set(
    manifests.flatMap((manifest) => Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })),
  );
  const [, catalog = ''] =
    /^catalog:\n((?: +.*\n)*)/m.exec(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')) ?? [];
  const names = [...catalog.matchAll(/^ +"?([^":\s]+)"?:/gm)].map(([, name = '']) => name);
  return names.filter((name) => !asked.has(name)).map((name) => `pnpm-workspace.yaml: no package asks for ${name}`);
}

function uncoveredImports(
  manifest: Manifest,
  files: readonly SourceFile[],
  { tools, isShipped }: { readonly tools: ReadonlySet<string>; readonly isShipped: boolean },
): string[] {
  const atRunTime = new Set(Object.keys(manifest.dependencies ?? {}));
  const inDevelopment = new Set(Object.keys(manifest.devDependencies ?? {}));
  return files.flatMap(({ path, imports, isForDevelopment }) =>
    imports.flatMap(({ specifier, isTypeOnly }) => {
      const name = packageOf(specifier);
      if (name === undefined || name === manifest.name || atRunTime.has(name)) return [];
      const isNeededAtRunTime = isShipped && !isForDevelopment && !isTypeOnly;
      const isDeclared = inDevelopment.has(name) || inDevelopment.has(typesOf(name));
      if (isNeededAtRunTime && isDeclared) {
        return [`${path}: imports ${specifier}, which is only in devDependencies: the image does not have it`];
      }
      // Tools that every suite uses (the test runner) are declared once, for the whole repository.
      if (isDeclared || (!isNeededAtRunTime && tools.has(name))) return [];
      return [`${path}: imports ${specifier}, which its package.json does not name`];
    }),
  );
}

function unusedDependencies(folder: string, manifest: Manifest, files: readonly SourceFile[]): string[] {
  const isShipped = !NOT_SHIPPED.includes(folder);
  const shipped = files.filter(({ isForDevelopment }) => !isShipped || !isForDevelopment);
  const isNamedIn = (name: string, among: readonly SourceFile[]): boolean =>
    among.some(({ text }) => text.includes(`'${name}'`) || text.includes(`'${name}/`));
  const problems: string[] = [];
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    if (!isShipped) problems.push(`${folder}/package.json: no image runs this; ${name} belongs in devDependencies`);
    if (isNamedIn(name, shipped)) continue;
    problems.push(
      isNamedIn(name, files)
        ? `${folder}/package.json: only tests import ${name}; it belongs in devDependencies`
        : `${folder}/package.json: nobody imports ${name}`,
    );
  }
  for (const name of Object.keys(manifest.devDependencies ?? {})) {
    const imported = name.startsWith('@types/') ? name.slice('@types/'.length) : name;
    if (!isNamedIn(imported, files)) problems.push(`${folder}/package.json: nobody imports ${name}`);
  }
  return problems;
}

function readSource(root: string, path: string): SourceFile {
  const text = readFileSync(path, 'utf8');
  return {
    path: relative(root, path),
    text,
    isForDevelopment: isDevelopmentFile(relative(root, path)),
    imports: importsOf(text),
  };
}

function readManifest(root: string, folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
}

/** `@scope/name/inner` → `@scope/name`; undefined for files and for modules of Node. */
function packageOf(specifier: string): string | undefined {
  if (/^[./]|^node:/.test(specifier) || builtinModules.includes(specifier)) return undefined;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function typesOf(name: string): string {
  return `@types/${name.replace(/^@/, '').replace('/', '__')}`;
}
