import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty directory for one test. */
export interface TemporaryDirectory {
  readonly path: string;
  /** Removes it with its contents. May be called again. */
  remove(): void;
}

/** Creates an empty directory in the system's temporary folder. The test removes it at its end. */
export function temporaryDirectory(): TemporaryDirectory {
  const path = mkdtempSync(join(tmpdir(), 'tonriver-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }) };
}
