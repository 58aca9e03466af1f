import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty directory of its own for one test. */
export interface TemporaryDirectory {
  readonly path: string;
  /** Removes it with everything in it; harmless when repeated. */
  remove(): void;
}

/** Creates an empty directory below the system's folder for such; the test removes it in its clean-up. */
export function temporaryDirectory(): TemporaryDirectory {
  const path = mkdtempSync(join(tmpdir(), 'tonriver-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }) };
}
