import { describe, expect, it, jest } from '@jest/globals';
import { ChainError } from '@tonriver/chain-source';
import { silentLogger as logger } from '@tonriver/logger';
import type { FetchRoundsResult } from './fetch-result.ts';
import { fetchUntilDone } from './fetch-until-done.ts';

const published: FetchRoundsResult = {
  roundsDone: 3,
  roundsTotal: 3,
  partialBlocks: 0,
  published: [{ first: 1, last: 3 }],
};
const reason = new ChainError('missing_block', 'a block is missing');
const withHole: FetchRoundsResult = { ...published, waiting: { seqno: 4, reason, roundsBehind: 2 } };

function parts(result: FetchRoundsResult, exitWhenDone: boolean) {
  const [stop, done] = [jest.fn<() => void>(), jest.fn<(reported: FetchRoundsResult) => void>()];
  return { fetch: async () => result, reporter: { done }, exitWhenDone, stop, logger };
}

describe('fetchUntilDone', () => {
  it('stops the process when everything is published', async () => {
    const given = parts(published, true);
    await fetchUntilDone(given, new AbortController().signal);
    expect(given.reporter.done).toHaveBeenCalledWith(published);
    expect(given.stop).toHaveBeenCalledTimes(1);
  });

  it('lets the process run on when that is set, so that a supervisor does not start it again for ever', async () => {
    const given = parts(published, false);
    await fetchUntilDone(given, new AbortController().signal);
    expect(given.reporter.done).toHaveBeenCalledWith(published);
    expect(given.stop).not.toHaveBeenCalled();
  });

  it.each([true, false])('fails for a source with a hole (exit when done: %s)', async (exitWhenDone) => {
    const given = parts(withHole, exitWhenDone);
    await expect(fetchUntilDone(given, new AbortController().signal)).rejects.toThrow(/Round 4 waits/);
    expect(given.stop).not.toHaveBeenCalled();
  });

  it('reports nothing when it was stopped before the end', async () => {
    const given = parts(withHole, false);
    await fetchUntilDone(given, AbortSignal.abort());
    expect(given.reporter.done).not.toHaveBeenCalled();
  });
});
