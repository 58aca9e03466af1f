import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GeneratedAction } from '../generated-action.ts';

/** A recorded trace with the actions that the reference makes of it. */
export interface RecordedCase {
  /** `ton-indexer` (rows of a database) or `ton-connect-kit` (answers of the API). */
  readonly set: string;
  readonly name: string;
  readonly file: string;
  readonly expected: {
    readonly asserted?: { readonly actions?: readonly AssertedAction[] };
    /** Why an assertion does not hold. */
    readonly note?: string;
    readonly generated: { readonly state: string; readonly actions: readonly GeneratedAction[] };
  };
}

/** A claim of the authors of a case about one action. */
export interface AssertedAction {
  readonly type: string;
  /** An expression over `value`, the row. */
  readonly selector?: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The recorded cases below the folder `traces` of the recorded data. */
export function recordedCases(folder: string): readonly RecordedCase[] {
  return [...casesOf(folder, 'ton-indexer', '.trace.json'), ...casesOf(folder, 'ton-connect-kit', '-traces.json')];
}

function casesOf(folder: string, set: string, ending: string): RecordedCase[] {
  const files = readdirSync(join(folder, set), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith(ending))
    .toSorted()
    .map((name) => {
      const file = join(folder, set, name);
      const text = readFileSync(file.slice(0, -ending.length) + '.expected.json', 'utf8');
      return { set, name: name.slice(0, -ending.length), file, expected: JSON.parse(text) as RecordedCase['expected'] };
    });
}
