import { TonriverError } from '@tonriver/errors';
import { z } from 'zod';
import { type AboutProgram, aboutProgram } from './about-program.ts';
import { ConfigError, loadConfig } from './load-config.ts';

/** The arguments and the environment of a service's process. */
export interface ServiceStart {
  /** Command-line arguments: none, or `--help`. */
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
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
  return { values: loadConfig(schema, environment) };
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
  readonly environment: ServiceStart['environment'];
}): { readonly config: Config; readonly about: AboutProgram } {
  const { service, summary, schema, build, environment } = options;
  try {
    const read = readEnvironment(service, summary, schema, { words: process.argv.slice(2), environment });
    if ('values' in read) return { config: build(read.values), about: aboutProgram(read.values, environment) };
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
  const rows = Object.entries(schema.shape).map(([name, type]) => [name, describe(type as z.ZodType)] as const);
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  const lines = rows.map(([name, text]) => `  ${name.padEnd(width)}${text}`);
  return `${service}: ${summary}\n\nEnvironment:\n${lines.join('\n')}\n`;
}

function describe(type: z.ZodType): string {
  const meaning = type.description ?? valuesOf(type);
  const absent = type.safeParse(undefined);
  if (!absent.success) return `${meaning} (required)`;
  return absent.data === undefined ? meaning : `${meaning} (default: ${JSON.stringify(absent.data)})`;
}

/** An enumeration without a description is described by its values. */
function valuesOf(type: z.ZodType): string {
  let inner: unknown = type;
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodOptional) inner = inner.unwrap();
  return inner instanceof z.ZodEnum ? inner.options.join(', ') : '';
}
