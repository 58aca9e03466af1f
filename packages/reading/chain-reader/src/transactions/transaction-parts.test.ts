import { beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTransactionPart } from '@tonriver/block-rows';
import type { TransactionPartRow } from '@tonriver/row-schema';
import { ownLinks, receivers, ROUND, sendersOf, storedCells } from '../testing/linked-part.test-support.ts';
import { linksOfPart } from './part-links.ts';
import { createRememberedParts } from './remembered-parts.ts';
import type { VisibleRounds } from '../visibility/required-rows.ts';
import { createTransactionParts, type TransactionPart } from './transaction-parts.ts';

const bounds = { keysMax: 100, queriesMax: 1, waitingKeysMax: 1000 };

function visibleAt(indexedSeqno: number, firstSeqno = 1): VisibleRounds {
  return { indexedSeqno, range: { firstSeqno, lastSeqno: indexedSeqno } };
}

describe('a remembered part', () => {
  const cells = storedCells();
  const keyText = `${ROUND}/${cells.workchain}:${cells.shard}:${cells.seqno}/${cells.part}`;
  let stored: TransactionPartRow[];
  let queryCount: number;
  let parts: ReturnType<typeof createTransactionParts>;
  let release: string;
  const open = ({
    bytesMax = 2 ** 26,
    ttlMs = 60_000,
  }: {
    readonly bytesMax?: number;
    readonly ttlMs?: number;
  } = {}) => {
    const select = async () => {
      queryCount += 1;
      return stored;
    };
    const store = { select: select as never };
    const remembered = createRememberedParts({
      cachePrefix: () => release,
      ttlMs,
      bytesMax,
    });
    parts = createTransactionParts(store, bounds, remembered);
  };
  const partAt = async (indexedSeqno: number, firstSeqno?: number): Promise<TransactionPart> => {
    const [part] = await parts.byKey([keyText], visibleAt(indexedSeqno, firstSeqno));
    if (part === undefined) throw new Error('The part is not there');
    return part;
  };
  const receiverCountAt = async (indexedSeqno: number): Promise<number> => {
    const part = await partAt(indexedSeqno);
    const linksAt = linksOfPart(part, indexedSeqno);
    const places = Array.from({ length: part.transactions.count }, (_, place) => place);
    return places.reduce((sum, place) => sum + (linksAt(place)?.receivers.size ?? 0), 0);
  };
  const messageCount = sendersOf(openTransactionPart(cells)).length;

  beforeEach(() => {
    stored = [cells, ...ownLinks(cells)];
    queryCount = 0;
    release = 'one';
    open();
  });

  it('is read again when the watermark moved, until links name both ends of every message', async () => {
    expect([await receiverCountAt(ROUND), await receiverCountAt(ROUND), queryCount]).toEqual([0, 0, 1]);
    stored.push(...receivers(cells, ROUND + 2));
    // Written, but not below the watermark yet: the same answer as before.
    expect([await receiverCountAt(ROUND), queryCount]).toEqual([0, 1]);
    expect([await receiverCountAt(ROUND + 1), queryCount]).toEqual([0, 2]);
    expect([await receiverCountAt(ROUND + 2), queryCount]).toEqual([messageCount, 3]);
    expect([await receiverCountAt(ROUND + 50), await receiverCountAt(ROUND + 99), queryCount]).toEqual([
      messageCount,
      messageCount,
      3,
    ]);
    expect(await receiverCountAt(ROUND + 1)).toBe(0);
  });

  it('gives its transactions by account and lt without a query, and none that it does not have', async () => {
    const part = await partAt(ROUND);
    const keys = Array.from({ length: part.transactions.count }, (_, place) => ({
      mcBlockSeqno: ROUND,
      workchain: cells.workchain,
      ...part.transactions.keyAt(place),
    }));
    const found = await parts.ofTransactions(keys, visibleAt(ROUND));
    expect(found.map((placed) => placed?.place)).toEqual([...keys.keys()]);
    expect(queryCount).toBe(1);
    const [first] = keys;
    const others = [
      { ...first!, account: new Uint8Array(32) },
      { ...first!, workchain: -1 },
      { ...first!, lt: first!.lt - 1n },
    ];
    expect(await parts.ofTransactions(others, visibleAt(ROUND))).toEqual([undefined, undefined, undefined]);
  });

  it('of another release, or without room, is read each time', async () => {
    await partAt(ROUND);
    release = 'two';
    await partAt(ROUND);
    expect(queryCount).toBe(2);
    open({ bytesMax: 1_000 });
    await partAt(ROUND);
    await partAt(ROUND);
    expect(queryCount).toBe(4);
  });

  it('of a block without a round is never remembered: it is written again with its round', async () => {
    const partial = { ...cells, blockRound: 0 };
    stored = [partial];
    const keyOfPartial = keyText.replace(/^\d+/, '0');
    for (const count of [1, 2]) {
      const [part] = await parts.byKey([keyOfPartial], visibleAt(ROUND));
      expect([part?.mcBlockSeqno, queryCount]).toEqual([null, count]);
    }
  });

  it('is read anew when its range begins with another round: then its traces are assembled again', async () => {
    stored.push(...receivers(cells, ROUND));
    await partAt(ROUND, 50);
    await partAt(ROUND, 50);
    expect(queryCount).toBe(1);
    await partAt(ROUND, 20);
    expect(queryCount).toBe(2);
    // A round before the newest range is never remembered: ranges may join there too.
    await partAt(ROUND + 50, ROUND + 10);
    await partAt(ROUND + 50, ROUND + 10);
    expect(queryCount).toBe(4);
  });

  it('is read anew after some time, however often it is used: rounds may be parsed again', async () => {
    open({ ttlMs: 60 });
    const beganMs = performance.now();
    while (queryCount < 2) {
      await partAt(ROUND);
      await sleep(5);
      if (performance.now() - beganMs > 10_000) throw new Error('It is never read anew');
    }
    expect(performance.now() - beganMs).toBeGreaterThan(50);
  });
});
