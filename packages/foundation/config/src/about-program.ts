import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programRoot } from './program-root.ts';
import { redact } from './redact.ts';

/** What a process says of itself before it does anything. */
export type AboutProgram = {
  readonly version: string;
  /** The commit that an image was built from, when its build was told (`TONRIVER_COMMIT`). */
  readonly commit?: string;
  readonly node: string;
  /** What it was told, without secrets. */
  readonly settings: Readonly<Record<string, unknown>>;
};

/** For the first line of a log: which program this is, and what it was told. */
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
