import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { settings } from '@tonriver/config/testing';
import { repositoryRoot } from '@tonriver/testing';
import { isMap, isScalar, isSeq, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { chartFolder, chartServices } from './chart.ts';
import { findings } from './findings.ts';

/** Settings that other values of the chart set. Secrets are never values. */
const SET_BY_VALUES: readonly RegExp[] = [
  /^(NETWORK|GLOBAL_ID|ZERO_STATE|LOG_LEVEL|HTTP_HOST|HTTP_PORT|HTTP_HEALTH_PORT|SHUTDOWN_GRACE_MS)$/,
  /^(KAFKA|RAW|CLICKHOUSE|REDIS)_/,
  /^(CELLS_DIRECTORY|INITIAL_STATES|SOURCE|ARCHIVE_PATHS|EXIT_WHEN_DONE|GET_METHOD_EXECUTOR_URL)$/,
];

/** Files of the chart that are made from others, by their paths: `npm run kubernetes -- write`. */
export function chartFiles(): ReadonlyMap<string, string> {
  return new Map([
    ['k8s/README.md', readme()],
    ['k8s/chart/values.schema.json', schema()],
  ]);
}

/** True when a file says what the text says; in JSON, line breaks do not count. */
export function isSameContent(path: string, text: string): boolean {
  const there = readFileSync(join(repositoryRoot, path), 'utf8');
  return path.endsWith('.json') ? isDeepStrictEqual(JSON.parse(there), JSON.parse(text)) : there === text;
}

/** Settings that `services.<program>.settings` may have. */
function freeSettings(program: string): string[] {
  const own = settings.filter(({ programs, isSecret }) => programs.includes(program) && !isSecret);
  return [...new Set(own.map(({ name }) => name))]
    .filter((name) => !SET_BY_VALUES.some((pattern) => pattern.test(name)))
    .toSorted();
}

interface SettingsSchema {
  properties: Record<string, unknown>;
}

interface ValuesSchema {
  readonly properties: { readonly migrate: { readonly properties: { readonly settings: SettingsSchema } } };
  readonly $defs: {
    readonly services: {
      readonly properties: Readonly<Record<string, { readonly properties: { readonly settings: SettingsSchema } }>>;
    };
  };
}

/** The schema of the values, with the settings that each program has. */
function schema(): string {
  const text = readFileSync(join(chartFolder, 'values.schema.json'), 'utf8');
  const written = JSON.parse(text) as ValuesSchema;
  const fill = (program: string, place: SettingsSchema | undefined): void => {
    if (place === undefined) throw new Error(`values.schema.json does not know ${program}`);
    place.properties = Object.fromEntries(freeSettings(program).map((name) => [name, { $ref: '#/$defs/setting' }]));
  };
  for (const program of Object.keys(chartServices())) {
    fill(program, written.$defs.services.properties[program]?.properties.settings);
  }
  fill('migrate', written.properties.migrate.properties.settings);
  return `${JSON.stringify(written, undefined, 2)}\n`;
}

/** The README with its tables made anew: values from the comments in values.yaml, findings of linters. */
function readme(): string {
  const text = readFileSync(join(repositoryRoot, 'k8s', 'README.md'), 'utf8');
  return withPart(withPart(text, 'values', valuesTables()), 'findings', findingsTable());
}

/** The text with what stands between two marks replaced. */
function withPart(text: string, name: string, part: string): string {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`k8s/README.md lacks ${begin} or ${end}`);
  return `${before}${begin}\n\n${part}\n${end}${after}`;
}

function findingsTable(): string {
  const rows = findings.map(({ finding, checks, reason }) => {
    const names = Object.entries(checks).map(([linter, check]) => `${linter}: ${check}`);
    return [finding, names.join('; '), reason];
  });
  return table(['Finding', 'Checks', 'Why it stays'], rows);
}

interface ValueRow {
  readonly name: string;
  readonly byDefault: string;
  readonly meaning: string;
}

function valuesTables(): string {
  const document = parseDocument(readFileSync(join(chartFolder, 'values.yaml'), 'utf8'));
  const alone: ValueRow[] = [];
  const tables: string[] = [];
  for (const pair of pairsOf(document.contents)) {
    const name = nameOf(pair);
    const meaning = commentOf(pair, document.commentBefore);
    if (!isMap(pair.value) && !isSeq(pair.value)) alone.push({ name, byDefault: defaultOf(pair.value), meaning });
    else tables.push(`### ${name}\n\n${meaning}\n\n${valuesTable(rowsOf(pair.value, name))}`);
  }
  return [`### The whole release\n\n${valuesTable(alone)}`, ...tables].join('\n');
}

/** One row per value with a comment. What is described at one service is not repeated at the next. */
function rowsOf(node: unknown, prefix: string, before?: string | null): ValueRow[] {
  if (isSeq(node)) return node.items.flatMap((item) => rowsOf(item, `${prefix}[]`, node.commentBefore));
  return pairsOf(node).flatMap((pair) => {
    const name = `${prefix}.${nameOf(pair)}`;
    const meaning = commentOf(
      pair,
      pairsOf(node)[0] === pair ? ((node as YAMLMap).commentBefore ?? before) : undefined,
    );
    const isLeaf = !isMap(pair.value) || pair.value.flow === true || pair.value.items.length === 0;
    const below = isLeaf ? [] : rowsOf(pair.value, name);
    if (meaning === '') return below;
    return [{ name, byDefault: isLeaf ? defaultOf(pair.value) : '', meaning }, ...below];
  });
}

function pairsOf(node: unknown): readonly Pair[] {
  return isMap(node) ? node.items : [];
}

function nameOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : '';
}

function commentOf({ key }: Pair, ofParent: string | null | undefined): string {
  const own = (key as Node).commentBefore ?? ofParent ?? '';
  return own
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .trim();
}

function defaultOf(node: unknown): string {
  const value: unknown = (node as Node).toJSON();
  return value === null || value === '' ? '' : `\`${JSON.stringify(value)}\``;
}

function valuesTable(rows: readonly ValueRow[]): string {
  return table(
    ['Value', 'Default', 'Meaning'],
    rows.map(({ name, byDefault, meaning }) => [`\`${name}\``, byDefault, meaning]),
  );
}

/** Columns as wide as their longest cell, as the formatter wants them. */
function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [columns, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('<', '\\<')));
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]!.length)));
  const lines = cells.map((row) => `| ${row.map((cell, index) => cell.padEnd(widths[index]!)).join(' | ')} |\n`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |\n`);
  return lines.join('');
}
