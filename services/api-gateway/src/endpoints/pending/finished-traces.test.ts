import { describe, expect, it } from '@jest/globals';
import { type ActionsSeqno, bytesLiteral } from '@tonriver/chain-reader';
import type { PendingTrace } from '@tonriver/pending-store';
import type { AnswerReader } from '../../answers/answer-reader.ts';
import { createFinishedTraces } from './finished-traces.ts';

const hashOf = (number: number): Buffer => Buffer.alloc(32, number);
const traceOf = (number: number, endSeqno: number | null): PendingTrace =>
  ({ rootHash: hashOf(number).toString('base64'), endSeqno }) as PendingTrace;
const upTo = (lastSeqno: number): ActionsSeqno => ({ rangeSeqno: 1, lastSeqno, isUpToDate: true });

/** Finished traces over a store that has the classifications of these traces, with their last rounds. */
function open(classified: Map<number, number>) {
  let settled: ActionsSeqno | undefined;
  let queries = 0;
  const select = async (_columns: unknown, sql: string) => {
    queries += 1;
    const asked = [...classified].filter(([number]) => sql.includes(bytesLiteral(hashOf(number))));
    return asked.map(([number, mcSeqnoEnd]) => ({ traceId: new Uint8Array(hashOf(number)), mcSeqnoEnd }));
  };
  const reader = { stores: { gated: { select } } } as unknown as AnswerReader;
  const traces = createFinishedTraces({ reader, settledActions: { forRequest: () => settled } });
  return { traces, settle: (seen: ActionsSeqno) => void (settled = seen), queries: () => queries };
}

describe('traces that are looked for before they count as finished', () => {
  it('are not asked about again by requests, and stay until they are settled', async () => {
    const { traces, settle, queries } = open(
      new Map([
        [1, 5],
        [2, 6],
      ]),
    );
    const [first, second, unknown] = [traceOf(1, 5), traceOf(2, 6), traceOf(3, null)];
    const all = [first, second, unknown];
    expect(await traces.unfinished(all)).toEqual(all);
    await traces.lookAhead(upTo(5));
    expect([await traces.unfinished(all), queries()]).toEqual([all, 1]);
    settle(upTo(5));
    expect([await traces.unfinished(all), queries()]).toEqual([[second, unknown], 1]);
    await traces.lookAhead(upTo(6));
    settle(upTo(6));
    expect([await traces.unfinished(all), queries()]).toEqual([[unknown], 2]);
  });

  it('are asked about by requests when they were not classified then, or nobody had asked before', async () => {
    const classified = new Map<number, number>();
    const { traces, settle, queries } = open(classified);
    const [late, fresh] = [traceOf(1, 5), traceOf(2, 5)];
    expect(await traces.unfinished([late])).toEqual([late]);
    await traces.lookAhead(upTo(5));
    settle(upTo(5));
    expect([await traces.unfinished([late]), queries()]).toEqual([[late], 2]);
    classified.set(1, 5).set(2, 5);
    expect([await traces.unfinished([late, fresh]), queries()]).toEqual([[], 3]);
    expect([await traces.unfinished([late, fresh]), queries()]).toEqual([[], 3]);
  });
});
