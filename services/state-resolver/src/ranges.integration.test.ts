import { afterEach, describe, expect, it } from '@jest/globals';
import { shardToHex } from '@tonriver/chain-model';
import { encodeRawBlock, partitionOfSeqno } from '@tonriver/events';
import { compareBySeqno } from './decode-block.ts';
import { loadRanges } from './resolved-range.ts';
import { builtChain } from './testing/resolvable-chains.test-support.ts';
import { openResolverBench, type ResolverBench } from './testing/resolver-bench.test-support.ts';

const ROUNDS = 30;

describe('ranges of the state-resolver', () => {
  const chain = builtChain({ seed: 'ranges', rounds: ROUNDS, transactionsPerRound: 15, accounts: 50 });
  let bench: ResolverBench;
  afterEach(() => bench.close());

  /** Rounds as records of the log, as the fetcher would send them; `change` may damage a block. */
  const send = async (
    seqnos: readonly number[],
    change: (seqno: number, boc: Uint8Array, workchain: number) => Uint8Array = (_seqno, boc) => boc,
    isStart = (seqno: number): boolean => seqno === 1,
  ): Promise<void> => {
    for (const seqno of seqnos) {
      const blocks = chain.rounds[seqno - 1]!;
      const records = blocks.map(({ key, boc, rootHash }, index) => ({
        partition: partitionOfSeqno(seqno, bench.topics.rawBlocks.partitions),
        ...encodeRawBlock({
          workchain: key.workchain,
          shard: shardToHex(key.shard),
          seqno: key.seqno,
          rootHash: rootHash!,
          fileHash: null,
          round: { seqno, index, blockCount: blocks.length, isRangeStart: isStart(seqno) },
          boc: change(seqno, boc, key.workchain),
        }),
      }));
      await bench.producer.send(bench.topics.rawBlocks.name, records);
    }
  };
  const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, step) => first + step);
  const resolve = async (): Promise<string> => {
    const running = await bench.start();
    await bench.untilDone(running);
    await running.stop();
    return await running.metrics.render();
  };
  const progress = () =>
    bench.store.query('SELECT first_seqno, last_seqno, is_complete FROM state_progress FINAL ORDER BY first_seqno');

  it('apply rounds in order, in any order of delivery, with equal rows', async () => {
    bench = await openResolverBench(chain);
    await send(upTo(1, ROUNDS));
    await resolve();
    const expected = await bench.digests();
    await bench.close();

    bench = await openResolverBench(chain);
    const running = await bench.start();
    await send([...upTo(16, ROUNDS), ...upTo(8, 20), ...upTo(1, 9).toReversed()]);
    await bench.untilDone(running);
    await running.stop();
    expect(await bench.digests()).toEqual(expected);
  }, 120_000);

  it('are joined when the rounds between them come', async () => {
    bench = await openResolverBench(chain);
    const isStart = (seqno: number): boolean => seqno === 1 || seqno === 12;
    await send(upTo(1, 5), undefined, isStart);
    await send(upTo(12, 20), undefined, isStart);
    await resolve();
    expect(await progress()).toEqual([
      { first_seqno: 1, last_seqno: 5, is_complete: true },
      { first_seqno: 12, last_seqno: 20, is_complete: false },
    ]);
    await send([...upTo(6, 11), ...upTo(21, ROUNDS)]);
    await resolve();
    expect(await progress()).toEqual([{ first_seqno: 1, last_seqno: ROUNDS, is_complete: false }]);
    await bench.withCells((cells) => {
      const ranges = loadRanges(cells);
      expect(ranges).toMatchObject([{ first: 1, last: ROUNDS, lineage: [12, 1] }]);
    });
  }, 120_000);

  it('continue with single accounts after a block that cannot be read, and are incomplete', async () => {
    bench = await openResolverBench(chain);
    const damage = (seqno: number, boc: Uint8Array, workchain: number): Uint8Array =>
      seqno === 10 && workchain === -1 ? boc.subarray(0, boc.length - 9) : boc;
    await send(upTo(1, ROUNDS), damage);
    const metrics = await resolve();
    expect(metrics).toContain('tonriver_state_blocks_total{mode="refused"} 1');
    const modes = new Map(
      [...metrics.matchAll(/_blocks_total\{mode="(\w+)"\} (\d+)/g)].map(([, mode, n]) => [mode, Number(n)]),
    );
    // The masterchain alone lost its state.
    expect(modes.get('accounts')).toBe(ROUNDS - 10);
    expect(modes.get('whole')).toBe(chain.blocks.length - (ROUNDS - 10) - 1);
    expect(await progress()).toEqual([{ first_seqno: 1, last_seqno: ROUNDS, is_complete: false }]);
  }, 120_000);

  it('apply the blocks of a round in the order of their predecessors', () => {
    const places = [
      { workchain: 0, shard: '4000000000000000', seqno: 8 },
      { workchain: 0, shard: '8000000000000000', seqno: 7 },
      { workchain: -1, shard: '8000000000000000', seqno: 30 },
    ];
    expect(places.toSorted(compareBySeqno).map(({ seqno }) => seqno)).toEqual([30, 7, 8]);
  });
});
