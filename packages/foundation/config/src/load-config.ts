import { TonriverError } from '@tonriver/errors';
import type { z } from 'zod';
import type { UnknownVariables } from './unknown-variables.ts';

/** The configuration is wrong. The text lists every problem on a line of its own, with the name of the variable. */
export class ConfigError extends TonriverError<'bad_config'> {}

/**
 * Reads a service's configuration from flat names (environment variables or options) through its zod schema.
 *
 * The keys of the schema are the names as the operator writes them. The result is frozen. An empty string counts as
 * absent, because shells and Kubernetes use it for "not set". All problems are reported at once, so that an operator
 * does not have to restart once per mistake.
 *
 * @param options.command set when the values are options of this command: problems then say `--port` instead of `port`
 * @param options.unknown further problems, reported with those of the schema
 * @throws {ConfigError} when a value is missing or does not fit, or when there are further problems
 */
export function loadConfig<Schema extends z.ZodType>(
  schema: Schema,
  values: Readonly<Record<string, string | undefined>>,
  { command, unknown }: { readonly command?: string; readonly unknown?: UnknownVariables | undefined } = {},
): Readonly<z.output<Schema>> {
  const present = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(present, { error: problemText });
  if (parsed.success && unknown === undefined) return Object.freeze(parsed.data) as Readonly<z.output<Schema>>;
  const prefix = command === undefined ? '' : '--';
  const unfit = (parsed.error?.issues ?? []).map(({ path: [name, ...places], message }) =>
    name === undefined ? message : `${[`${prefix}${String(name)}`, ...places].join('.')}: ${message}`,
  );
  const problems = [...unfit, ...(unknown?.problems ?? [])];
  const help = command === undefined ? '' : `Run "${command} --help" to see every option.`;
  const advice = [unknown?.advice ?? '', help].filter((text) => text !== '').map((text) => `\n${text}`);
  const lines = problems.map((problem) => `\n  ${problem}`);
  throw new ConfigError('bad_config', `The configuration is wrong:${lines.join('')}${advice.join('')}`, {
    problemCount: problems.length,
  });
}

/**
 * Problem texts for a person who typed text: `undefined` means that nothing was typed, `NaN` that it is not a number.
 */
function problemText(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'is required';
  if (issue.code === 'invalid_value') return `is not one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_big' && issue.origin === 'number') return `is more than ${issue.maximum}`;
  if (issue.code === 'too_small' && issue.origin === 'number') return `is less than ${issue.minimum}`;
  return issue.code === 'invalid_type' && Number.isNaN(issue.input) ? 'is not a number' : undefined;
}
