// Every import of every package, held against the rules of boundary-rules.ts. Type imports count.
import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { COMPOSERS, IMPURE_MODULES, mayImport, OWNED_LIBRARIES, PURE_LAYERS } from './boundary-rules.ts';
import { importsOf, isDevelopmentFile, sourceFiles } from './source-imports.ts';
import { type Member, memberOf, misplacedFolders, workspaceMembers } from './workspace.ts';

interface Import {
  /** From the root, with `/`. */
  readonly file: string;
  readonly owner: Member;
  readonly specifier: string;
  readonly isTest: boolean;
}

/** Ways into a package from outside: its index, and these. */
const INNER_ENTRIES = [undefined, '/service', '/testing', '/contract'];

/** One line per import that breaks a rule, and per folder that no rule covers. */
export function boundaryProblems(root: string): string[] {
  const members = workspaceMembers(root);
  const imports = sourceFiles(root).flatMap((path) => {
    const file = relative(root, path).split(sep).join('/');
    const owner = memberOf(members, file);
    if (owner === undefined) return [];
    const isTest = isDevelopmentFile(file);
    return importsOf(readFileSync(path, 'utf8')).map(({ specifier }): Import => ({ file, owner, specifier, isTest }));
  });
  return [
    ...misplacedFolders(root),
    ...imports.flatMap((one) => problemsOf(one, members).map((why) => `${one.file}: imports ${one.specifier}: ${why}`)),
  ];
}

function problemsOf(one: Import, members: readonly Member[]): string[] {
  if (one.specifier.startsWith('.')) return pathProblems(one);
  const workspace = /^@tonriver\/([^/]+)(\/.*)?$/.exec(one.specifier);
  if (workspace === null) return libraryProblems(one);
  const [, name = '', inner] = workspace;
  return packageProblems(one, name, { inner, members });
}

/** Checks an import of a file: it stays in its package, and shipped code imports no code of tests. */
function pathProblems({ file, owner, specifier, isTest }: Import): string[] {
  const problems: string[] = [];
  const target = join(dirname(file), specifier).split(sep).join('/');
  if (!target.startsWith(`${owner.folder}/`)) problems.push('leaves its package by a path; import by name');
  if (!/\.([jt]s|json|mjs)$/.test(specifier)) problems.push('names no file; write the extension');
  const isShipped = !isTest && ['packages', 'services'].includes(owner.area);
  if (isShipped && isDevelopmentFile(target)) problems.push('is for tests; the image does not have it');
  return problems;
}

function libraryProblems({ owner, specifier, isTest }: Import): string[] {
  if (isTest) return [];
  const problems = Object.entries(OWNED_LIBRARIES)
    .filter(([library]) => specifier === library || specifier.startsWith(`${library}/`))
    .filter(([, owners]) => !owners.includes(owner.name) && !['bench', 'test-e2e'].includes(owner.area))
    .filter(() => owner.name !== 'testing')
    .map(([, owners]) => `only ${owners.join(', ')} may name this library`);
  if (owner.layer !== undefined && PURE_LAYERS.includes(owner.layer) && IMPURE_MODULES.test(specifier)) {
    problems.push(`the layer ${owner.layer} is pure`);
  }
  return problems;
}

function packageProblems(
  { owner, isTest }: Import,
  name: string,
  { inner, members }: { readonly inner: string | undefined; readonly members: readonly Member[] },
): string[] {
  const target = members.find((member) => member.name === name);
  if (target === undefined) return ['there is no such package'];
  const problems: string[] = [];
  if (!INNER_ENTRIES.includes(inner)) problems.push('reaches into a package');
  if (isTest || target === owner) return problems;
  if (!mayImport(owner, target)) {
    problems.push(
      target.name === 'testing'
        ? 'shipped code does not use the testing package'
        : `wrong layer; ${owner.folder} may not import ${target.folder}`,
    );
  }
  if (owner.area === 'services' && target.area === 'services' && !COMPOSERS.includes(owner.name)) {
    problems.push(`services meet only in events; ${COMPOSERS.join(' and ')} compose them`);
  }
  return problems;
}
