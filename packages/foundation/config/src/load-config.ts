import { TonriverError } from '@tonriver/errors';
import type { z } from 'zod';

/** The configuration is wrong; the text lists every problem, one a line, with the name of its variable. */
export class ConfigError extends TonriverError<'bad_config'> {}

/**
 * Reads a service's configuration from flat names (environment variables or options) through its zod schema.
 *
 * The schema is an object whose keys are the names as the operator writes them; the result is what it parses to,
 * frozen. An empty string counts as absent, as shells and Kubernetes write it for "not set".
 * All problems are reported at once: an operator should not have to restart once per mistake.
 *
 * @param options.command the values are options of this command: problems are named as they are typed, `--port`
 * @throws {ConfigError} when a value is missing or does not fit
 */
export function loadConfig<Schema extends z.ZodType>(
  schema: Schema,
  values: Readonly<Record<string, string | undefined>>,
  { command }: { readonly command?: string } = {},
): Readonly<z.output<Schema>> {
  const present = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(present, { error: typedText });
  if (parsed.success) return Object.freeze(parsed.data) as Readonly<z.output<Schema>>;
  const prefix = command === undefined ? '' : '--';
  const problems = parsed.error.issues.map(({ path: [name, ...places], message }) =>
    name === undefined ? `  ${message}` : `  ${[`${prefix}${String(name)}`, ...places].join('.')}: ${message}`,
  );
  const help = command === undefined ? '' : `\nRun "${command} --help" to see every option.`;
  throw new ConfigError('bad_config', `The configuration is wrong:\n${problems.join('\n')}${help}`, {
    problemCount: problems.length,
  });
}

/** In the words of whoever typed it: what was typed was no `undefined` and no `NaN`, but nothing, or no number. */
function typedText(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'is required';
  if (issue.code === 'invalid_value') return `is none of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_big' && issue.origin === 'number') return `is more than ${issue.maximum}`;
  if (issue.code === 'too_small' && issue.origin === 'number') return `is less than ${issue.minimum}`;
  return issue.code === 'invalid_type' && Number.isNaN(issue.input) ? 'is no number' : undefined;
}
