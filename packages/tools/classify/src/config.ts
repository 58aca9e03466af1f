import type { ActionsDialect } from '@tonriver/actions';
import { commandLineOptions, loadConfig } from '@tonriver/config';
import { z } from 'zod';

const options = {
  file: {
    value: 'FILE',
    isList: true,
    description:
      'Recorded traces: rows of a database, or answers of /api/v3/traces. Words without an option are files too',
  },
  types: {
    value: 'LIST',
    description:
      'Only what a client gets who asks for these types, versions and aliases (supported_action_types), with commas',
  },
  dialect: {
    value: 'NAME',
    description:
      'toncenter (as the deployed API answers, mistakes included) or contract (corrected); default toncenter',
  },
} as const;

const schema = z.object({
  file: z.array(z.string()).min(1, 'name at least one file'),
  types: z.string().optional(),
  dialect: z.enum(['toncenter', 'contract']).default('toncenter'),
});

export interface ClassifyConfig {
  readonly files: readonly string[];
  /** Names as in `supported_action_types`; undefined for all actions. */
  readonly types: readonly string[] | undefined;
  readonly dialect: ActionsDialect;
}

/** Reads a command line. Returns the text of `--help` if that is an option. Throws `ConfigError`. */
export function classifyConfig(words: readonly string[]): ClassifyConfig | { readonly help: string } {
  const { values, help } = commandLineOptions(
    'npx tonriver classify',
    'Says which actions recorded traces are. Prints one line of JSON for each file.',
    options,
    withFileOption(words),
  );
  if (help !== undefined) return { help };
  const { file, types, dialect } = loadConfig(schema, values as Record<string, string>);
  return { files: file, types: types?.split(','), dialect };
}

/** Puts the option before bare words: `classify --dialect contract A B` is `… --file A B`. */
function withFileOption(words: readonly string[]): string[] {
  const isValue = (index: number): boolean => ['--dialect', '--types'].includes(words[index - 1] ?? '');
  const first = words.findIndex((word, index) => !word.startsWith('-') && !isValue(index));
  const isNamed = words.slice(0, Math.max(first, 0)).includes('--file');
  if (first < 0 || isNamed) return [...words];
  return [...words.slice(0, first), '--file', ...words.slice(first)];
}
