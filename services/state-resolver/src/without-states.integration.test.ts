import { afterEach, describe, expect, it } from '@jest/globals';
import { readAccountData } from '@tonriver/block-rows';
import { Bag } from '@tonriver/boc';
import { hashToHex, shardToHex } from '@tonriver/chain-model';
import { decodeStateBlock } from './decode-block.ts';
import { loadRanges } from './resolved-range.ts';
import { builtChain } from './testing/resolvable-chains.test-support.ts';
import { openResolverBench, type ResolverBench } from './testing/resolver-bench.test-support.ts';

describe('the state-resolver without initial states', () => {
  const options = { seed: 'unknown', rounds: 40, transactionsPerRound: 20, accounts: 60, splitMergeRate: 0.5 };
  const chain = builtChain(options);
  const unknown = { ...chain, initialStates: [] };
  let bench: ResolverBench;
  afterEach(() => bench.close());

  const resolveAll = async (): Promise<string> => {
    const running = await bench.start();
    await bench.untilDone(running);
    await running.stop();
    return await running.metrics.render();
  };
  const numberOf = (metrics: string, name: string): number =>
    Number(
      metrics
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.split(' ')
        .at(-1) ?? 0,
    );

  it('writes states when blocks contain them, counts unresolved ones, and guesses none', async () => {
    bench = await openResolverBench(unknown);
    await bench.publish();
    const metrics = await resolveAll();
    expect(numberOf(metrics, 'tonriver_state_blocks_total{mode="accounts"}')).toBe(chain.blocks.length);
    const counted = { resolved: 0, unresolved: 0 };
    for (const { key, boc, rootHash } of chain.blocks) {
      const { workchain, shard, seqno } = key;
      const raw = { workchain, shard: shardToHex(shard), seqno, rootHash: rootHash!, fileHash: null, round: null, boc };
      const block = decodeStateBlock(raw);
      if ('refusal' in block) throw new Error(block.refusal);
      for (const { account, lt, data } of block.accounts) {
        if (data === null) continue;
        const stored = await readAccountData(bench.store, { workchain, account, lt, dataHash: data.hash });
        counted[stored === undefined ? 'unresolved' : 'resolved'] += 1;
        if (stored === undefined) continue;
        const bag = Bag.parse(stored);
        expect(hashToHex(bag.hash(bag.root))).toBe(hashToHex(data.hash));
      }
    }
    expect(counted.resolved).toBeGreaterThan(100);
    expect(numberOf(metrics, 'tonriver_state_unresolved_total{what="data"}')).toBe(counted.unresolved);
    expect(await bench.store.query('SELECT * FROM state_progress FINAL')).toEqual([
      { first_seqno: 1, last_seqno: 40, is_complete: false },
    ]);
  }, 240_000);

  it('leaves equal rows after a crash and a restart', async () => {
    bench = await openResolverBench(unknown);
    await bench.publish();
    await resolveAll();
    const expected = await bench.digests();
    await bench.close();

    bench = await openResolverBench(unknown);
    for (const [phase, to] of [
      ['state-inserted', 15],
      ['state-committed', 30],
      ['state-insert', 40],
    ] as const) {
      await bench.publish({ from: to === 40 ? 31 : to - 14, to });
      const running = await bench.start({
        onPhase(met) {
          if (met === phase) throw new Error(`died at ${phase}`);
        },
      });
      await expect(running.ended).rejects.toThrow('died at');
    }
    await resolveAll();
    expect(await bench.digests()).toEqual(expected);
  }, 240_000);

  it('reads the log again after its directory was lost, and writes equal rows', async () => {
    bench = await openResolverBench(chain);
    // Somebody who has not read anything yet: the log keeps all records.
    await bench.log.consumer({
      topic: bench.topics.rawBlocks.name,
      groupId: 'slow',
      batchRecordsMax: 1,
      batchBytesMax: 1,
    });
    await bench.publish();
    await resolveAll();
    const expected = await bench.digests();
    bench.forgetCells();
    for (const table of Object.keys(expected)) await bench.store.command(`TRUNCATE TABLE ${table} SYNC`);
    const running = await bench.start();
    const isThere = async () => {
      for (;;) {
        const [row] = await bench.store.query<{ last: number }>('SELECT max(last_seqno) AS last FROM state_progress');
        if (row?.last === 40) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    await isThere();
    await running.stop();
    expect(await bench.digests()).toEqual(expected);
  }, 240_000);

  it('begins in the middle when the log has lost its start, and keeps few bytes of waiting records', async () => {
    bench = await openResolverBench(unknown);
    // Committed by everybody and removed, before the group read any of it.
    await bench.publish({ to: 12 });
    await resolveAll();
    bench.forgetCells();
    for (const table of Object.keys(await bench.digests())) await bench.store.command(`TRUNCATE TABLE ${table} SYNC`);
    await bench.publish({ from: 13 });
    const running = await bench.start({ waitingBytesMax: 1 });
    await bench.untilDone(running);
    await running.stop();
    await bench.withCells((cells) => {
      const ranges = loadRanges(cells);
      expect(ranges.length).toBe(1);
      // The log keeps the newest record of a partition.
      expect(ranges[0]!.first).toBeGreaterThan(9);
      expect(ranges[0]!.first).toBeLessThan(16);
      expect(ranges[0]).toMatchObject({ last: 40, isComplete: false });
    });
  }, 240_000);
});
