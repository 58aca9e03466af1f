import { parseArgs } from 'node:util';
import { ConfigError } from './load-config.ts';

/** One option of a command. Its name on the command line is its key in the object of options. */
export interface CommandLineOption {
  /** The placeholder for the value in `--help` (`DIR`, `N`); absent for a switch. */
  readonly value?: string;
  readonly description: string;
  /** The option may be repeated, and a list may follow it: `--path A B`. */
  readonly isList?: boolean;
}

/**
 * Parses a command line against a declared set of options and writes its `--help`.
 *
 * Values are strings, lists are arrays, switches are `true`. A zod schema turns them into numbers and other types
 * later. Words after a list option belong to it; any other word without an option is an error.
 *
 * @throws {ConfigError} for an unknown option, a missing value or a word without an option; the text names `--help`
 */
export function commandLineOptions<Name extends string>(
  command: string,
  summary: string,
  options: Readonly<Record<Name, CommandLineOption>>,
  words: readonly string[],
): { readonly values: Partial<Record<Name, string | readonly string[] | true>>; readonly help: string | undefined } {
  const help = helpText(command, summary, options);
  if (words.includes('--help') || words.includes('-h')) return { values: {}, help };
  const declared = Object.entries<CommandLineOption>(options);
  const known = Object.fromEntries(
    declared.map(([name, option]) => [
      name,
      option.value === undefined
        ? { type: 'boolean' as const }
        : { type: 'string' as const, multiple: option.isList ?? false },
    ]),
  );
  try {
    const { values } = parseArgs({ args: repeatListNames(words, options), options: known, strict: true });
    return { values: values as Partial<Record<Name, string | readonly string[] | true>>, help: undefined };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError('bad_config', `${reason}\nRun "${command} --help" to see every option.`);
  }
}

/**
 * The same for the first lines of a tool's `main.ts`. `--help` prints to standard output and exits with 0; a wrong
 * command line prints to standard error and exits with 1.
 */
export function commandLineOptionsOrExit<Name extends string>(
  ...parameters: Parameters<typeof commandLineOptions<Name>>
): ReturnType<typeof commandLineOptions<Name>>['values'] {
  try {
    const { values, help } = commandLineOptions<Name>(...parameters);
    if (help === undefined) return values;
    process.stdout.write(help);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** A negative number after an option is its value, not another option. */
const NEGATIVE_NUMBER = /^-\d/;

/** Turns `--path A B` into `--path A --path B` and `--id -3` into `--id=-3`, the forms that the parser knows. */
function repeatListNames(words: readonly string[], options: Readonly<Record<string, CommandLineOption>>): string[] {
  const result: string[] = [];
  let listName: string | undefined;
  for (const word of words) {
    const before = result.at(-1);
    if (NEGATIVE_NUMBER.test(word) && before?.startsWith('--') === true && !before.includes('=')) {
      result.splice(-1, 1, `${before}=${word}`);
    } else if (word.startsWith('--')) {
      const name = word.slice(2).split('=', 1)[0] ?? '';
      listName = options[name]?.isList === true ? word : undefined;
      if (listName === undefined || word.includes('=')) result.push(word);
    } else if (listName === undefined) {
      result.push(word);
    } else {
      result.push(listName, word);
    }
  }
  return result;
}

function helpText(command: string, summary: string, options: Readonly<Record<string, CommandLineOption>>): string {
  const rows = Object.entries(options).map(([name, option]) => {
    const value = option.value === undefined ? '' : ` ${option.value}${option.isList === true ? '…' : ''}`;
    return [`--${name}${value}`, option.description] as const;
  });
  const width = Math.max(...rows.map(([left]) => left.length), '--help'.length) + 2;
  const lines = [...rows, ['--help', 'Shows this text'] as const].map(
    ([left, right]) => `  ${left.padEnd(width)}${right}`,
  );
  return `${summary}\n\nUsage: ${command} [options]\n\nOptions:\n${lines.join('\n')}\n`;
}
