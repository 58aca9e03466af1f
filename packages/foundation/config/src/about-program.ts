import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { programRoot } from './program-root.ts';
import { redact } from './redact.ts';
import { isSecret } from './setting-marks.ts';

/** Facts about a program that it logs when it starts. */
export type AboutProgram = {
  readonly version: string;
  /** The commit that the image was built from, if the build set `TONRIVER_COMMIT`. */
  readonly commit?: string;
  readonly node: string;
  /** Its settings, without secrets. */
  readonly settings: Readonly<Record<string, unknown>>;
};

/** Variables that every program has which logs these facts. */
export const programSettings = {
  TONRIVER_COMMIT: z.string().optional().describe('commit that the program was built from, for the first log line'),
};

/**
 * The facts for the first log line of a program: its version and its settings.
 *
 * @param schema says which settings are secret
 */
export function aboutProgram(
  settings: Readonly<Record<string, unknown>>,
  schema: z.ZodObject,
  environment: Readonly<Record<string, string | undefined>>,
): AboutProgram {
  const { version } = JSON.parse(readFileSync(join(programRoot, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const commit = environment['TONRIVER_COMMIT'] ?? '';
  const secrets = Object.entries(schema.shape).filter(([, type]) => isSecret(type as z.ZodType));
  return {
    version,
    ...(commit === '' ? {} : { commit }),
    node: process.versions.node,
    settings: redact(settings, new Set(secrets.map(([name]) => name))),
  };
}
