import { expect, it } from '@jest/globals';
import { type Logger, silentLogger } from '@tonriver/logger';
import { stubStore } from '../testing/stub-store.test-support.ts';
import { createQueryGate } from '../look-up/query-gate.ts';
import { createReadingStores } from '../store/reading-store.ts';
import { createWatermark, type Visibility } from './watermark.ts';

const gate = createQueryGate({ queriesMax: 8, waitingMax: 8 });

/** A watermark over a store that answers each poll with the next range, or fails with the next error. */
function watermarkOver(
  polls: readonly (readonly [number, number] | Error)[],
  readAhead: (next: Visibility) => Promise<unknown> = async () => undefined,
) {
  const left = [...polls];
  const store = stubStore(async (sql) => {
    if (!sql.includes('FROM watermarks')) return [];
    const next = left.shift();
    if (next instanceof Error) throw next;
    return next === undefined ? [] : [{ firstSeqno: next[0], lastSeqno: next[1] }];
  });
  const warnings: string[] = [];
  const problems: (string | undefined)[] = [];
  const logger: Logger = { ...silentLogger, warn: (message) => warnings.push(message) };
  const watermark = createWatermark({
    store: createReadingStores({ engine: store, gate, querySecondsMax: 1 }).gated,
    checkSchema: async () => undefined,
    logger,
    pollMs: 1,
    now: () => 0,
    readAhead,
    onPoll: (problem) => problems.push(problem),
  });
  return { watermark, warnings, problems, left };
}

it('the watermark moves forward, and not back when a replica is behind', async () => {
  const { watermark } = watermarkOver([
    [1, 5],
    [1, 4],
    [1, 6],
  ]);
  const seen = [];
  for (let poll = 0; poll < 3; poll++) seen.push((await watermark.refresh()).indexedSeqno);
  expect(seen).toEqual([5, 5, 6]);
});

it('the watermark accepts an earlier start of the same range', async () => {
  const { watermark } = watermarkOver([
    [10, 20],
    [1, 20],
  ]);
  await watermark.refresh();
  await watermark.refresh();
  expect(watermark.current()?.range).toEqual({ firstSeqno: 1, lastSeqno: 20 });
});

it('the watermark stays while the store is unavailable, and logs a fault once', async () => {
  const away = new Error('away');
  const { watermark, warnings, problems, left } = watermarkOver([[1, 5], away, away, away, [1, 7]]);
  const polling = new AbortController();
  const run = watermark.run(polling.signal);
  while (left.length > 0) await new Promise((resolve) => setTimeout(resolve, 1));
  polling.abort();
  await run;
  expect(warnings).toEqual(['The watermark could not be read']);
  expect(problems.slice(0, 5)).toEqual([undefined, ...Array(3).fill('the watermark cannot be read'), undefined]);
  expect(watermark.current()?.indexedSeqno).toBe(7);
});

it('a newer watermark is told after what is read ahead of it; the first one, and the same one again, at once', async () => {
  const seen: [number, number | undefined][] = [];
  const { watermark } = watermarkOver(
    [
      [1, 5],
      [1, 5],
      [1, 6],
    ],
    async ({ indexedSeqno }) => {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push([indexedSeqno, watermark.current()?.indexedSeqno]);
    },
  );
  for (let poll = 0; poll < 3; poll++) await watermark.refresh();
  expect(seen).toEqual([[6, 5]]);
  expect(watermark.current()?.indexedSeqno).toBe(6);
});

it.each([
  ['fails', async () => await Promise.reject(new Error('away'))],
  ['does not end', async () => await new Promise(() => undefined)],
])('a newer watermark is told too when reading ahead %s', async (_, readAhead) => {
  const { watermark } = watermarkOver(
    [
      [1, 5],
      [1, 6],
    ],
    readAhead,
  );
  for (let poll = 0; poll < 2; poll++) await watermark.refresh();
  expect(watermark.current()?.indexedSeqno).toBe(6);
});
