import { afterEach, describe, expect, it } from '@jest/globals';
import { loadRanges, saveRange } from './resolved-range.ts';
import { builtChain } from './testing/resolvable-chains.test-support.ts';
import { openResolverBench, type ResolverBench } from './testing/resolver-bench.test-support.ts';

describe('the records of the state-resolver', () => {
  const chain = builtChain({ seed: 'records', rounds: 14, transactionsPerRound: 15, accounts: 40 });
  let bench: ResolverBench;
  afterEach(() => bench.close());

  const resolve = async (): Promise<void> => {
    const running = await bench.start();
    await bench.untilDone(running);
    await running.stop();
  };
  const blocksBetween = (first: number, last: number): number => chain.rounds.slice(first - 1, last).flat().length;
  const recorded = async (): Promise<number> => {
    const [row] = await bench.store.query<{ records: string }>(
      `SELECT count() AS records FROM resolved_blocks AS block FINAL
       INNER JOIN (SELECT * FROM resolved_accounts FINAL) AS accounts USING (workchain, shard, seqno, range_seqno)`,
    );
    return Number(row?.records ?? 0);
  };

  it.each([
    ['states', chain],
    ['no states', { ...chain, initialStates: [] }],
  ])(
    'exist for every block and contain every row of contract data, with %s at the start',
    async (_, given) => {
      bench = await openResolverBench(given);
      await bench.publish();
      await resolve();
      expect(await recorded()).toBe(chain.blocks.length);
      const { stored, recorded: spokenOf } = await bench.dataRows();
      expect(stored).toBeGreaterThan(50);
      expect(spokenOf).toBe(stored);
    },
    120_000,
  );

  it('begin with the last round of a range that had no records', async () => {
    bench = await openResolverBench(chain);
    await bench.publish({ to: 10 });
    await resolve();
    // As a program left it that kept no records.
    await bench.withCells(async (cells) => {
      for (const range of loadRanges(cells)) {
        delete range.hasRecords;
        saveRange(cells, range);
      }
      await cells.commit();
    });
    for (const table of ['resolved_blocks', 'resolved_accounts', 'initial_states']) {
      await bench.store.command(`TRUNCATE TABLE ${table} SYNC`);
    }
    await bench.publish({ from: 11, to: 11 });
    await resolve();
    expect(await recorded()).toBe(1 + blocksBetween(11, 11));
    expect(
      await bench.store.query(
        `SELECT seqno, range_seqno, is_complete FROM resolved_blocks FINAL WHERE workchain = -1 ORDER BY seqno`,
      ),
    ).toEqual([10, 11].map((seqno) => ({ seqno, range_seqno: 1, is_complete: true })));
    await bench.publish({ from: 12 });
    await resolve();
    expect(await recorded()).toBe(1 + blocksBetween(11, 14));
  }, 120_000);
});
