import { beforeEach, describe, expect, it } from '@jest/globals';
import { ReadingError, runForCaller } from '@tonriver/chain-reader';
import type { ClassifiedTraceRow } from '@tonriver/row-schema';
import { contract } from '../../dialects/contract.ts';
import type { ReadingContext } from '../endpoint-definition.ts';
import { type TraceWalk, walkTraces } from './walk-traces.ts';

/** As many traces as one query for keys gives. */
const TRACES = 500;
const ACTIONS_EACH = 255;

const keys = Array.from({ length: TRACES }, (_, index) => ({
  endLt: BigInt(TRACES - index),
  traceId: Buffer.alloc(32, index),
  endUtime: 1,
}));
const rowOf = (index: number): Partial<ClassifiedTraceRow> => ({
  ...keys[index]!,
  mcSeqnoEnd: 5,
  transactions: [],
  actionTypes: Array.from({ length: ACTIONS_EACH }, () => 'ton_transfer'),
  actions: Array.from({ length: ACTIONS_EACH }, () => '{}'),
});

describe('a walk along traces with many actions', () => {
  let rowsRead: number[];
  let context: ReadingContext;
  beforeEach(() => {
    rowsRead = [];
    const select = async (_columns: unknown, sql: string) => {
      if (sql.startsWith('SELECT DISTINCT')) return rowsRead.length === 0 ? keys : [];
      const lts = new Set([...sql.matchAll(/\((\d+), /g)].map(([, lt]) => lt));
      const rows = keys.flatMap(({ endLt }, index) => (lts.has(String(endLt)) ? [rowOf(index)] : []));
      rowsRead.push(rows.length);
      return rows;
    };
    const reader = { walking: { run: (work: () => unknown) => work() }, stores: { gated: { select } } };
    context = { dialect: contract, reader } as unknown as ReadingContext;
  });
  const walk = (limit: number, types?: readonly string[]): TraceWalk => ({
    context,
    request: {
      filters: {
        account: { workchain: 0, accountHex: '00'.repeat(32) },
        transactionHashes: undefined,
        messageHashes: undefined,
        actionIds: undefined,
        traceIds: undefined,
        mcSeqno: undefined,
        startUtime: undefined,
        endUtime: undefined,
        startLt: undefined,
        endLt: undefined,
      },
      order: 'desc',
      orderBy: 'end_lt',
      page: { limit, offset: 0 },
    },
    actions: { rangeSeqno: 1, lastSeqno: 5, isUpToDate: true },
    named: { traceIds: undefined, transactions: undefined },
    types,
    isOwnAccount: false,
  });

  it('reads few whole rows at a time, and no more than the page needs', async () => {
    let count = 0;
    await walkTraces(walk(10), () => ++count === 10);
    expect(rowsRead).toEqual([16]);
    [count, rowsRead] = [0, []];
    await walkTraces(walk(1_000), () => ++count === TRACES);
    expect(Math.max(...rowsRead)).toBeLessThanOrEqual(64);
    expect(count).toBe(TRACES);
  });

  it('does not look at the actions of a trace that has none of the wanted types', async () => {
    await walkTraces(walk(1, ['nft_mint']), () => {
      throw new Error('looked at');
    });
    expect(rowsRead.reduce((sum, rows) => sum + rows, 0)).toBe(TRACES);
  });

  it('lets other events of the loop be handled, and ends when the caller has left', async () => {
    const caller = new AbortController();
    let visited = 0;
    const walking = runForCaller(caller.signal, () =>
      walkTraces(walk(1_000), () => {
        visited += 1;
        setImmediate(() => caller.abort());
        return false;
      }),
    );
    await expect(walking).rejects.toBeInstanceOf(ReadingError);
    expect(visited).toBeLessThan(10);
  });
});

describe('a walk along few traces that hashes lead to', () => {
  const [early, tieLow, tieHigh] = [
    { endLt: 5n, traceId: Buffer.alloc(32, 9) },
    { endLt: 8n, traceId: Buffer.alloc(32, 1) },
    { endLt: 8n, traceId: Buffer.alloc(32, 2) },
  ] as const;
  const sorted = [early, tieLow, tieHigh];
  const statements: string[] = [];
  const select = async (_columns: unknown, sql: string) => {
    statements.push(sql);
    // A hash leads to a trace more than once when it names several of its messages.
    if (sql.includes('FROM traces FINAL')) return [tieHigh, early, tieLow, tieHigh];
    return sorted.map((key) => ({
      ...key,
      endUtime: 1,
      mcSeqnoEnd: 5,
      transactions: [],
      actionTypes: [],
      actions: [],
    }));
  };
  const reader = { walking: { run: (work: () => unknown) => work() }, stores: { gated: { select } } };
  const walked = async (order: 'asc' | 'desc', endLt?: bigint): Promise<readonly unknown[]> => {
    const filters = { endLt } as TraceWalk['request']['filters'];
    const seen: unknown[] = [];
    const walk: TraceWalk = {
      context: { dialect: contract, reader } as unknown as ReadingContext,
      request: { filters, order, orderBy: 'end_lt', page: { limit: 10, offset: 0 } },
      actions: { rangeSeqno: 1, lastSeqno: 5, isUpToDate: true },
      named: { traceIds: ['00'.repeat(32)], transactions: undefined },
      isOwnAccount: true,
    };
    await walkTraces(walk, ({ endLt: lt, traceId }) => {
      seen.push({ endLt: lt, traceId });
      return false;
    });
    return seen;
  };

  it('hands on each once, in order of lt and then of id, with two statements', async () => {
    statements.length = 0;
    expect(await walked('asc')).toEqual(sorted);
    expect(statements).toHaveLength(2);
    expect(await walked('desc')).toEqual(sorted.toReversed());
  });

  it('leaves out those that the request does not ask for', async () => {
    expect(await walked('asc', 7n)).toEqual([early]);
  });
});
