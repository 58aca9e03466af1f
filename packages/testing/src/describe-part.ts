import { loadTestingConfig } from './config.ts';
import { findPart, type Part } from './find-part.ts';
import { type RecordedData, recordedData } from './recorded-data.ts';
import { currentRunner } from './runner.ts';
import { TestingError } from './testing-error.ts';

/**
 * Like `describe`, for tests that need a real part. Where the part cannot be had, one test is registered in place of
 * the body: a skipped one whose name says what to install, or with `CI=true` a failing one.
 */
export function describePart(part: Part, name: string, body: () => void): void {
  const { describe, it } = currentRunner();
  const found = findPart(part);
  if (found.isAvailable) {
    describe(name, body);
    return;
  }
  const reason = `needs ${part}: ${found.reason}`;
  describe(name, () => {
    if (!loadTestingConfig().isCi || found.isAbsentOnPurpose) {
      const { skip } = it;
      skip(reason, () => {});
      return;
    }
    it(reason, () => {
      throw new TestingError('part_missing', `CI has every part, but ${reason}`, { part });
    });
  });
}

/** Like `describe`, for tests over the recorded data; see `describePart` for what happens when there is none. */
export function describeRecorded(name: string, body: (data: RecordedData) => void): void {
  describePart('data', name, () => {
    const data = recordedData();
    if (data !== undefined) body(data);
  });
}
