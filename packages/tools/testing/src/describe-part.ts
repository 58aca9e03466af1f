import { spawnSync } from 'node:child_process';
import { loadTestingConfig } from './config.ts';
import { findPart, type Part } from './find-part.ts';
import { type RecordedData, recordedData } from './recorded-data.ts';
import { missingNeeds, type RecordedNeed } from './recorded-needs.ts';
import { repositoryRoot } from './repository-root.ts';
import { currentRunner } from './runner.ts';
import { TestingError } from './testing-error.ts';

/**
 * Does what `describe` does, for tests that need a real part. If the part is missing, it registers one test instead of
 * the body: a skipped one whose name says what to install, or with `CI=true` a failing one.
 */
export function describePart(part: Part, name: string, body: () => void): void {
  const { describe } = currentRunner();
  const found = findPart(part);
  if (found.isAvailable) {
    describe(name, body);
    return;
  }
  const reason = `needs ${part}: ${found.reason}`;
  describe(name, () => registerMissing(reason, found.isAbsentOnPurpose));
}

/**
 * Does what `describe` does, for tests over the recorded data; without data it does what `describePart` does.
 *
 * `needs` says what the tests read by name, and what kinds of blocks they are about. Another folder of the same layout
 * (`TONRIVER_DATA`) may lack it: then one skipped test says so. The default folder has everything, so with `CI=true` a
 * hole in it is a failure. Without needs a suite is about whatever blocks there are, of which there has to be one.
 */
export function describeRecorded(name: string, body: (data: RecordedData) => void): void;
export function describeRecorded(
  name: string,
  needs: readonly RecordedNeed[],
  body: (data: RecordedData) => void,
): void;
export function describeRecorded(
  name: string,
  ...[first, second]: [RecordedBody] | [needs: readonly RecordedNeed[], RecordedBody]
): void {
  const [needs, body] = typeof first === 'function' ? [[], first] : [first, second ?? (() => undefined)];
  describePart('data', name, () => {
    const data = recordedData();
    if (data === undefined) return;
    const missing = missingNeeds(data, needs);
    if (missing.length === 0) {
      body(data);
      return;
    }
    const { recordedData: configured } = loadTestingConfig();
    registerMissing(`the folder of recorded data has no ${missing.join(', ')}`, configured !== undefined);
  });
}

/**
 * Does what `describe` does, for tests that need an older commit of this repository; without it (a clone of the newest
 * commit alone, or no repository) it does what `describePart` does.
 */
export function describeCommit(commit: string, name: string, body: () => void): void {
  const options = { cwd: repositoryRoot, stdio: 'ignore' } as const;
  const isThere = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], options).status === 0;
  if (isThere) {
    currentRunner().describe(name, body);
    return;
  }
  const reason = `needs commit ${commit} of this repository: clone it with its history (git fetch --unshallow)`;
  currentRunner().describe(name, () => registerMissing(reason, false));
}

type RecordedBody = (data: RecordedData) => void;

/** Registers one test in place of those that cannot run: skipped, or failing when everything should be there. */
function registerMissing(reason: string, isOnPurpose: boolean): void {
  const { it } = currentRunner();
  if (!loadTestingConfig().isCi || isOnPurpose) {
    const { skip } = it;
    skip(reason, () => {});
    return;
  }
  it(reason, () => {
    throw new TestingError('part_missing', `CI has every part, but ${reason}`);
  });
}
