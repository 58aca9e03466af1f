import { TonriverError } from '@tonriver/errors';
import type { z } from 'zod';
import { type AboutProgram, aboutProgram } from './about-program.ts';
import { describeVariables, type VariableDescription } from './describe-variables.ts';
import { ConfigError, loadConfig } from './load-config.ts';
import { prefixesOf, unknownVariables } from './unknown-variables.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The arguments and the environment of a service's process. */
export interface ServiceStart {
  /** Command-line arguments: none, or `--help`. */
  readonly words: readonly string[];
  readonly environment: Environment;
}

/**
 * Reads the environment of a program whose settings are environment variables.
 *
 * @throws {ConfigError} with every problem at once: what is missing or does not fit, and every variable that looks like
 *   a setting of Tonriver and is none
 */
export function loadEnvironment<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  environment: Environment,
): Readonly<z.output<z.ZodObject<Shape>>> {
  return loadConfig(schema, environment, { unknown: unknownVariables(environment, Object.keys(schema.shape)) });
}

/**
 * Reads the few variables of a command whose settings are options. It refuses unknown variables only if they begin like
 * its own: the others cannot have been meant for it.
 *
 * @throws {ConfigError} as `loadEnvironment` does
 */
export function loadCommandEnvironment<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  environment: Environment,
): Readonly<z.output<z.ZodObject<Shape>>> {
  const names = Object.keys(schema.shape);
  return loadConfig(schema, environment, { unknown: unknownVariables(environment, names, prefixesOf(names)) });
}

/**
 * Reads a service's environment through its schema, or writes its `--help`. A service has no command-line options: all
 * its settings are environment variables, which containers and supervisors can set.
 *
 * @throws {ConfigError} with every problem at once, or for an unknown argument
 */
export function readEnvironment<Shape extends z.ZodRawShape>(
  service: string,
  summary: string,
  schema: z.ZodObject<Shape>,
  { words, environment }: ServiceStart,
): { readonly values: Readonly<z.output<z.ZodObject<Shape>>> } | { readonly help: string } {
  if (words.includes('--help') || words.includes('-h')) return { help: environmentHelp(service, summary, schema) };
  const [word] = words;
  if (word !== undefined) {
    throw new ConfigError(
      'bad_config',
      `${service} takes no argument ${word}: its settings are environment variables.\nUsage: ${service} [--help]`,
    );
  }
  return { values: loadEnvironment(schema, environment) };
}

/**
 * For the first line of a `main.ts`: reads the environment, builds the service's configuration from it, and collects
 * the facts for the first log line. `--help` prints to standard output and exits with 0. A wrong configuration prints
 * to standard error and exits with 1, which tells a supervisor not to try again.
 */
export function readServiceOrExit<Shape extends z.ZodRawShape, Config>(options: {
  readonly service: string;
  readonly summary: string;
  readonly schema: z.ZodObject<Shape>;
  /** May throw a `TonriverError` for values that do not fit together. */
  readonly build: (values: Readonly<z.output<z.ZodObject<Shape>>>) => Config;
  readonly environment: Environment;
}): { readonly config: Config; readonly about: AboutProgram } {
  const { service, summary, schema, build, environment } = options;
  try {
    const read = readEnvironment(service, summary, schema, { words: process.argv.slice(2), environment });
    if ('values' in read) return { config: build(read.values), about: aboutProgram(read.values, schema, environment) };
    process.stdout.write(read.help);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof TonriverError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Lists every variable with its meaning and its default. */
export function environmentHelp(service: string, summary: string, schema: z.ZodObject): string {
  const variables = describeVariables(schema);
  const width = Math.max(...variables.map(({ name }) => name.length)) + 2;
  const lines = variables.map((variable) => `  ${variable.name.padEnd(width)}${helpOf(variable)}`);
  return `${service}: ${summary}\n\nEnvironment:\n${lines.join('\n')}\n`;
}

function helpOf({ meaning, isRequired, default: value }: VariableDescription): string {
  if (isRequired) return `${meaning} (required)`;
  return value === undefined ? meaning : `${meaning} (default: ${value})`;
}
