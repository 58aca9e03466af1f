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
 * @throws {ConfigError} when a value is missing or does not fit
 */
export function loadConfig<Schema extends z.ZodType>(
  schema: Schema,
  values: Readonly<Record<string, string | undefined>>,
): Readonly<z.output<Schema>> {
  const present = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(present);
  if (parsed.success) return Object.freeze(parsed.data) as Readonly<z.output<Schema>>;
  const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.') || '(all)'}: ${issue.message}`);
  throw new ConfigError('bad_config', `The configuration is wrong:\n${problems.join('\n')}`, {
    problemCount: problems.length,
  });
}
