// Documents that lead nowhere, as a check: links, paths, commands, settings and metrics that do not exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow } from './files-below.ts';

/** Folders with documents; those at the root are read too. */
const AREAS = ['docs', 'deploy', 'k8s', 'packages', 'services', 'test-e2e', 'bench', 'scripts'];

/** Its entries are history: they may name files that no longer exist. */
const HISTORY = 'CHANGELOG.md';

/** Made by the reader, not part of the repository. */
const MADE_BY_READER = new Set(['deploy/.env']);

/** Folders that are searched for settings and metrics. */
const SOURCE_AREAS = ['packages', 'services', 'scripts', 'deploy', 'k8s', 'bench', 'test-e2e'];
const SOURCE_FILE = /(?<!document-problems\.test)\.(ts|mjs|json|ya?ml|tpl|sh|example)$|\/Dockerfile$/;
/** `KAFKA_BROKERS`, `tonriver_watermark_seqno`. */
const KNOWN_NAME = /\b(?:[A-Z]{2,}(?:_[A-Z0-9]+)+|tonriver_[a-z0-9_]*[a-z0-9])\b(?!_)/g;

interface Repository {
  readonly root: string;
  /** Names of `npx tonriver`. */
  readonly commands: ReadonlySet<string>;
  /** Settings and metrics that occur in sources. */
  readonly names: ReadonlySet<string>;
}

/** One line per link, path, command, setting or metric of a document that does not exist. */
export function documentProblems(root: string): string[] {
  const repository: Repository = {
    root,
    commands: keysOfJson(join(root, 'scripts', 'commands.json')),
    names: namesInSources(root),
  };
  const atRoot = readdirSync(root).filter((name) => name.endsWith('.md') && name !== HISTORY);
  const below = filesBelow(root, AREAS).filter((path) => path.endsWith('.md'));
  return [...atRoot, ...below].flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return [
      ...linkProblems(repository, path, text),
      ...pathProblems(repository, text),
      ...commandProblems(repository, path, text),
      ...nameProblems(repository, text),
    ].map((problem) => `${path}: ${problem}`);
  });
}

function linkProblems({ root }: Repository, path: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(join(root, target))) return [`the link ${link} leads nowhere`];
    if (anchor === undefined) return [];
    const anchors = anchorsOf(readFileSync(join(root, target), 'utf8'));
    return anchors.has(anchor) ? [] : [`the link ${link} names no heading of ${target}`];
  });
}

/** Headings as GitHub names them in links. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Paths in code spans, from the root of the repository. Those with a placeholder are patterns. */
function pathProblems({ root }: Repository, text: string): string[] {
  const start = `(?:${AREAS.join('|')})/`;
  return [...text.matchAll(new RegExp(`\`(${start}[^\`\\s]*)\``, 'g'))]
    .map(([, path = '']) => path)
    .filter((path) => !/[<>*{}…$]/.test(path) && !MADE_BY_READER.has(path))
    .filter((path) => !existsSync(join(root, path)) && !isDecision(root, path))
    .map((path) => `there is no ${path}`);
}

/** Decisions may be named by their number: `docs/decisions/0007`. */
function isDecision(root: string, path: string): boolean {
  const [, number] = /^docs\/decisions\/(\d{4})$/.exec(path) ?? [];
  return (
    number !== undefined && readdirSync(join(root, 'docs/decisions')).some((name) => name.startsWith(`${number}-`))
  );
}

/** A package's own README may also name the scripts of its package. */
function commandProblems({ root, commands }: Repository, path: string, text: string): string[] {
  const scripts = new Set(
    ['.', dirname(path)].flatMap((folder) => [...keysOfJson(join(root, folder, 'package.json'), 'scripts')]),
  );
  const unknownScripts = [...text.matchAll(/\bnpm run ([a-z][a-z:-]*)/g)]
    .filter(([, script = '']) => !scripts.has(script))
    .map(([command]) => `there is no ${command}`);
  const unknownCommands = [...text.matchAll(/\bnpx tonriver ([a-z][a-z-]*)/g)]
    .filter(([, name = '']) => !commands.has(name))
    .map(([command]) => `there is no ${command}`);
  return [...unknownScripts, ...unknownCommands];
}

function nameProblems({ names }: Repository, text: string): string[] {
  const unknown = new Set((text.match(KNOWN_NAME) ?? []).filter((name) => !names.has(name)));
  return [...unknown].map((name) => `no source has ${name}`);
}

function namesInSources(root: string): ReadonlySet<string> {
  const sources = filesBelow(root, SOURCE_AREAS).filter((path) => SOURCE_FILE.test(path));
  return new Set(sources.flatMap((path) => readFileSync(join(root, path), 'utf8').match(KNOWN_NAME) ?? []));
}

function keysOfJson(file: string, member?: string): ReadonlySet<string> {
  if (!existsSync(file)) return new Set();
  const value = JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>;
  return new Set(Object.keys((member === undefined ? value : value[member]) ?? {}));
}
