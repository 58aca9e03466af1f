import { describe, expect, it } from '@jest/globals';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { ResolvedRound } from '@tonriver/events';
import type { TvmPool } from '@tonriver/tvm';
import { createExamineRounds } from './examine-rounds.ts';

const ACCOUNTS = 4_096;
const round: ResolvedRound = {
  round: 5,
  range: 1,
  part: 0,
  isLast: true,
  accounts: Array.from({ length: ACCOUNTS }, (_, index) => ({
    workchain: 0,
    account: index.toString(16).padStart(64, '0'),
    lt: '7',
    code: Buffer.alloc(32, 1).toString('base64'),
    data: null,
    isCodeNew: true,
  })),
};

describe('the work on a record with many accounts', () => {
  const examineWith = (beat: () => void, signal: AbortSignal) => {
    const queries: string[] = [];
    // Nothing is stored: no code, no configuration.
    const select = async (_columns: unknown, sql: string) => {
      queries.push(sql);
      return [];
    };
    const examine = createExamineRounds({
      store: { select } as unknown as ClickHouseStore,
      pool: {} as TvmPool,
      report: { onUnanswered: () => undefined, onWaiting: () => undefined, onExamined: () => undefined },
      signal,
      beat,
    });
    return { queries, examine };
  };

  it('gives a sign of life with every account', async () => {
    let beats = 0;
    const { examine } = examineWith(() => void (beats += 1), new AbortController().signal);
    expect((await examine([round]))?.flat()).toHaveLength(ACCOUNTS);
    expect(beats).toBeGreaterThanOrEqual(ACCOUNTS);
  });

  it('ends soon after a stop, without rows of a part of it', async () => {
    const stop = new AbortController();
    const { queries, examine } = examineWith(() => stop.abort(), stop.signal);
    expect(await examine([round])).toBeUndefined();
    expect(queries.filter((sql) => sql.includes('cell_trees'))).toHaveLength(1);
  });
});
