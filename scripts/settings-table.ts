// The table of all environment variables, from the schemas of the programs: as data that programs read at their start
// (an unknown variable is refused), and as a document.
import { documentTable } from './document-table.ts';
import type { VariableDescription } from '../packages/foundation/config/src/testing/index.ts';

/** A variable, and the programs in which it means the same and has the same default. */
export interface SettingRow extends VariableDescription {
  readonly programs: readonly string[];
}

/** One row per variable and meaning, sorted by name. */
export function settingRows(programs: ReadonlyMap<string, readonly VariableDescription[]>): SettingRow[] {
  const rows = new Map<string, SettingRow>();
  for (const [program, variables] of programs) {
    for (const variable of variables) {
      const key = JSON.stringify(variable);
      rows.set(key, { ...variable, programs: [...(rows.get(key)?.programs ?? []), program] });
    }
  }
  return [...rows.values()].toSorted((left, right) => compareTexts(left.name, right.name));
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

/** The module that programs import. */
export function settingsModule(rows: readonly SettingRow[]): string {
  const lines = rows.map((row) => `  ${JSON.stringify(row)},\n`);
  return `// Made by \`npm run settings\` from the schemas of all programs; a test fails when it is stale.

/** An environment variable, and the programs in which it means the same. A name has a row for each meaning. */
interface Setting {
  readonly name: string;
  readonly meaning: string;
  readonly isRequired: boolean;
  readonly isSecret: boolean;
  /** As JSON. */
  readonly default?: string;
  /** The default in words, where it depends on the machine. */
  readonly defaultText?: string;
  readonly programs: readonly string[];
}

export const settings: readonly Setting[] = [
${lines.join('')}];
`;
}

const INTRODUCTION = `# Settings

Made by \`npm run settings\` from the schemas of all programs. A test fails when it is stale.

Settings of services, of \`migrate\` and of \`reparse\` are environment variables; \`--help\` shows those of one program. An empty value counts
as none. The other commands have options, and read only the few variables that name them here.

A start fails with exit code 1 and all problems at once: a required variable that is missing, a value that does not fit, and a variable that
begins like one of these and is none, because a misspelt name would be ignored. A variable that another program here takes is no problem, so
that one set of variables can serve all of them. Programs with options check only names that begin like their own variables.

Secrets are never logged. Of every address, the user and the password in it are not logged either. Give a program its secrets and the
addresses that contain one from a store of secrets.

`;

const COLUMNS = ['Variable', 'Meaning', 'Default', 'Secret', 'Programs'];

/** docs/SETTINGS.md. */
export function settingsDocument(rows: readonly SettingRow[]): string {
  return INTRODUCTION + documentTable(COLUMNS, rows.map(documentCells));
}

function documentCells(row: SettingRow): string[] {
  return [
    `\`${row.name}\``,
    row.meaning,
    defaultCell(row),
    row.isSecret ? 'yes' : '',
    row.programs.map((program) => `\`${program}\``).join(', '),
  ];
}

function defaultCell({ isRequired, default: value, defaultText }: SettingRow): string {
  if (isRequired) return '**required**';
  if (defaultText !== undefined) return defaultText;
  return value === undefined || value === '[]' ? '' : `\`${value.replaceAll('"', '')}\``;
}
