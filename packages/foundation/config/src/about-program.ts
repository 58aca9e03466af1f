import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programRoot } from './program-root.ts';
import { redact } from './redact.ts';

/** Facts about a program that it logs when it starts. */
export type AboutProgram = {
  readonly version: string;
  /** The commit that the image was built from, if the build set `TONRIVER_COMMIT`. */
  readonly commit?: string;
  readonly node: string;
  /** Its settings, without secrets. */
  readonly settings: Readonly<Record<string, unknown>>;
};

/** The facts for the first log line of a program: its version and its settings. */
export function aboutProgram(
  settings: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>>,
): AboutProgram {
  const { version } = JSON.parse(readFileSync(join(programRoot, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const commit = environment['TONRIVER_COMMIT'] ?? '';
  return {
    version,
    ...(commit === '' ? {} : { commit }),
    node: process.versions.node,
    settings: redact(settings),
  };
}
