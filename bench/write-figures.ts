import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Figures with the commit and the machine that they were measured on: the file of `--json`. */
export interface MeasuredFigures {
  readonly commit: string;
  readonly node: string;
  readonly processor: string;
  readonly processors: number;
  /** Written by hand, and kept: what else has to be known of the machine, as a sentence. */
  readonly note?: string;
  readonly figures: Readonly<Record<string, number>>;
}

/**
 * Writes figures to a file as JSON. Those of a file of the same commit and machine are kept, so that benches can be run
 * one after the other.
 */
export function writeFigures(file: string, figures: Readonly<Record<string, number>>): void {
  const about = {
    commit: execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim(),
    node: process.versions.node,
    processor: cpus()[0]?.model ?? 'unknown',
    processors: cpus().length,
  };
  const written = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<MeasuredFigures>) : {};
  const { figures: older, note, ...aboutOlder } = written;
  const isSame = JSON.stringify(aboutOlder) === JSON.stringify(about);
  const all: MeasuredFigures = {
    ...about,
    ...(isSame && note !== undefined ? { note } : {}),
    figures: { ...(isSame ? older : {}), ...figures },
  };
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
}
