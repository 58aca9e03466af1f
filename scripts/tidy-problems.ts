// The house style that no compiler checks: lengths, banned words and calls with what to use instead, a README for each
// package and service, one title in each document.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { filesBelow } from './files-below.ts';
import { workspaceMembers } from './workspace.ts';

/** Sources, also the plain JavaScript that runs in a browser. */
const SOURCE = /\.ts$|^services\/.*\.js$/;
const FILE_LINES_MAX = 400;
const LINE_WIDTH_MAX = 120;
/** Tables of facts may be long; the data of the opcode table alone has hundreds of rows. */
const DATA_FILE = /(\/generated\/|\/data\/|-table\.ts$)/;
/** These files contain the banned words. */
const RULE_FILES = ['scripts/tidy-problems.ts', 'scripts/tidy-problems.test.ts'];
const FOLDERS_BANNED = new Set(['common', 'core', 'utils', 'util', 'helpers', 'helper', 'misc', 'shared', 'lib']);

const BANNED: readonly { readonly pattern: RegExp; readonly instead: string; readonly allowed?: RegExp }[] = [
  {
    pattern: /\bprocess\.env\b/,
    instead: 'read the environment in config.ts or main.ts',
    allowed: /(^|\/)(config|main|verify)\.ts$|^(scripts|bench|test-e2e|packages\/tools\/testing)\/|\.test\.ts$/,
  },
  { pattern: /@ts-(ignore|expect-error|nocheck)/, instead: 'mend the type' },
  { pattern: /(eslint|oxlint|biome)-(disable|ignore)/, instead: 'mend the code, or change the rule' },
  { pattern: /\b(TODO|FIXME|XXX|HACK)\b/, instead: 'do it, or say in the README that it is not done' },
  { pattern: /\b(describe|it|test)\.only\b/, instead: 'run one file from the command line' },
  {
    pattern: /\bMath\.random\(/,
    instead: 'a seed, so that a failure can be repeated',
    allowed: /^services\/|request-id/,
  },
  {
    pattern: /\bmcBlockSeqno\s*[!=]==?\s*null\b/,
    instead: 'finality of the record, or finalityOf(row)',
    allowed: /^(?!services\/api-gateway\/src\/)|\.test(-support)?\.ts$/,
  },
  { pattern: /\bas any\b|:\s*any\b/, instead: 'unknown, and a check' },
];

/** Folders that are checked, besides the documents at the root. */
const AREAS = ['packages', 'services', 'scripts', 'bench', 'test-e2e', 'docs', 'deploy', 'k8s'];

/** One line per place that breaks the house style. */
export function tidyProblems(root: string): string[] {
  const files = filesBelow(root, AREAS);
  const documents = readdirSync(root).filter((name) => name.endsWith('.md'));
  return [
    ...[...files, ...documents].flatMap((path) => fileProblems(path, readFileSync(join(root, path), 'utf8'))),
    ...workspaceMembers(root)
      .filter(({ area }) => area === 'packages' || area === 'services')
      .filter(({ folder }) => !existsSync(join(root, folder, 'README.md')))
      .map(({ folder }) => `${folder}: no README.md`),
  ];
}

function fileProblems(path: string, text: string): string[] {
  if (path.endsWith('.md')) return titleProblems(path, text);
  return SOURCE.test(path) ? sourceProblems(path, text) : [];
}

function sourceProblems(path: string, text: string): string[] {
  const problems = dirname(path)
    .split('/')
    .filter((folder) => FOLDERS_BANNED.has(folder))
    .map((folder) => `${path}: a folder named "${folder}" says nothing; name what it holds`);
  if (!/^[a-z0-9]+([-.][a-z0-9]+)*\.[jt]s$/.test(basename(path))) problems.push(`${path}: file names are kebab-case`);
  if (DATA_FILE.test(path)) return problems;
  const lines = text.split('\n');
  if (lines.length - 1 > FILE_LINES_MAX) {
    problems.push(`${path}: ${lines.length - 1} lines; split it, one idea per file`);
  }
  return [...problems, ...lines.flatMap((line, index) => lineProblems(path, index + 1, line))];
}

function lineProblems(path: string, number: number, line: string): string[] {
  const problems: string[] = [];
  if (line.length > LINE_WIDTH_MAX && !/https?:|'.{80,}'|`.{80,}`/.test(line)) {
    problems.push(`${path}:${number}: ${line.length} characters wide; ${LINE_WIDTH_MAX} at most`);
  }
  if (RULE_FILES.includes(path)) return problems;
  for (const { pattern, instead, allowed } of BANNED) {
    if (!pattern.test(line) || allowed?.test(path) === true) continue;
    problems.push(`${path}:${number}: ${pattern.exec(line)?.[0]}: ${instead}`);
  }
  return problems;
}

function titleProblems(path: string, text: string): string[] {
  const outsideCode = text.replaceAll(/```[\s\S]*?```/g, '');
  const titles = outsideCode.match(/^# .+/gm) ?? [];
  return titles.length === 1 ? [] : [`${path}: ${titles.length} titles; a document has one`];
}
