// House style that a compiler does not know, as a check: lengths, banned words and calls with what to use instead,
// a README per package and service, one title per document. Debts would stand in a list that only shrinks.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const FILE_LINES_MAX = 400;
const LINE_WIDTH_MAX = 120;
/** Tables of facts may be long; the data of the opcode table alone has hundreds of rows. */
const DATA_FILE = /(\/generated\/|\/data\/|-table\.ts$)/;
const FOLDERS_BANNED = new Set(['common', 'core', 'utils', 'util', 'helpers', 'helper', 'misc', 'shared', 'lib']);

const BANNED: readonly { readonly pattern: RegExp; readonly instead: string; readonly allowed?: RegExp }[] = [
  {
    pattern: /\bprocess\.env\b/,
    instead: 'read the environment in config.ts or main.ts',
    allowed: /(^|\/)(config|main|verify)\.ts$|^(scripts|bench|test-e2e|packages\/testing)\/|\.test\.ts$/,
  },
  { pattern: /@ts-(ignore|expect-error|nocheck)/, instead: 'mend the type' },
  { pattern: /(eslint|oxlint|biome)-(disable|ignore)/, instead: 'mend the code, or the rule for everybody' },
  { pattern: /\b(TODO|FIXME|XXX|HACK)\b/, instead: 'do it, or say in the README that it is not done' },
  { pattern: /\b(describe|it|test)\.only\b/, instead: 'run one file from the command line' },
  {
    pattern: /\bMath\.random\(/,
    instead: 'a seed, so that a failure can be repeated',
    allowed: /^services\/|request-id/,
  },
  { pattern: /\bas any\b|:\s*any\b/, instead: 'unknown, and a check' },
];

const problems: string[] = [];
for (const path of filesBelow(['packages', 'services', 'scripts', 'bench', 'test-e2e', 'docs'])) inspect(path);
for (const area of ['packages', 'services']) {
  for (const name of readdirSync(join(root, area))) {
    const hasCode = existsSync(join(root, area, name, 'package.json'));
    if (hasCode && !existsSync(join(root, area, name, 'README.md'))) problems.push(`${area}/${name}: no README.md`);
  }
}
for (const name of readdirSync(root))
  if (name.endsWith('.md')) inspectDocument(name, readFileSync(join(root, name), 'utf8'));

if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`\n${problems.length} thing(s) to tidy.`);
  process.exit(1);
}
console.log('Tidy.');

function inspect(path: string): void {
  const text = readFileSync(join(root, path), 'utf8');
  if (path.endsWith('.md')) inspectDocument(path, text);
  if (!path.endsWith('.ts')) return;
  for (const folder of dirname(path).split(sep)) {
    if (FOLDERS_BANNED.has(folder))
      problems.push(`${path}: a folder named "${folder}" says nothing; name what it holds`);
  }
  if (!/^[a-z0-9]+([-.][a-z0-9]+)*\.ts$/.test(basename(path))) problems.push(`${path}: file names are kebab-case`);
  if (DATA_FILE.test(path)) return;
  const lines = text.split('\n');
  if (lines.length - 1 > FILE_LINES_MAX)
    problems.push(`${path}: ${lines.length - 1} lines; split it, one idea per file`);
  lines.forEach((line, index) => inspectLine(path, index + 1, line));
}

function inspectLine(path: string, number: number, line: string): void {
  if (line.length > LINE_WIDTH_MAX && !/https?:|'.{80,}'|`.{80,}`/.test(line)) {
    problems.push(`${path}:${number}: ${line.length} characters wide; ${LINE_WIDTH_MAX} at most`);
  }
  if (path === join('scripts', 'tidy.ts')) return;
  for (const { pattern, instead, allowed } of BANNED) {
    if (pattern.test(line) && allowed?.test(path.split(sep).join('/')) !== true) {
      problems.push(`${path}:${number}: ${pattern.exec(line)?.[0]}: ${instead}`);
    }
  }
}

function inspectDocument(path: string, text: string): void {
  const outsideCode = text.replaceAll(/```[\s\S]*?```/g, '');
  const titles = outsideCode.match(/^# .+/gm) ?? [];
  if (titles.length !== 1) problems.push(`${path}: ${titles.length} titles; a document has one`);
}

function filesBelow(areas: readonly string[]): string[] {
  return areas.flatMap((area) =>
    readdirSync(join(root, area), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .filter((path) => !path.includes(`node_modules${sep}`) && !path.includes(`${sep}assembly${sep}`)),
  );
}
