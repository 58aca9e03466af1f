import { afterEach, describe, expect, it } from '@jest/globals';
import { readAccountData } from '@tonriver/block-rows';
import { Bag } from '@tonriver/boc';
import { hashToHex, loadBlock, loadMerkleUpdate, shardToHex } from '@tonriver/chain-model';
import { columnsSql, pickColumns, cellTreesTable } from '@tonriver/row-schema';
import { decodeStateBlock, type StateBlock } from './decode-block.ts';
import { loadRanges } from './resolved-range.ts';
import { builtChain } from './testing/resolvable-chains.test-support.ts';
import { openResolverBench, type ResolverBench } from './testing/resolver-bench.test-support.ts';

const cellsMax = 1_000_000;

describe('the state-resolver over a chain with splits and merges', () => {
  const chain = builtChain({ seed: 'states', rounds: 60, transactionsPerRound: 20, accounts: 60, splitMergeRate: 0.5 });
  let bench: ResolverBench;
  afterEach(() => bench.close());

  const resolveAll = async (): Promise<void> => {
    const running = await bench.start();
    await bench.untilDone(running);
    await running.stop();
  };

  const decoded = (): StateBlock[] =>
    chain.blocks.map(({ key, boc, rootHash }) => {
      const { workchain, shard, seqno } = key;
      const raw = { workchain, shard: shardToHex(shard), seqno, rootHash: rootHash!, fileHash: null, round: null, boc };
      const block = decodeStateBlock(raw);
      if ('refusal' in block) throw new Error(block.refusal);
      return block;
    });

  it('has exactly the full state of every shard at the end', async () => {
    bench = await openResolverBench(chain);
    await bench.publish();
    await resolveAll();
    expect(chain.blocks.some(({ boc }) => loadBlock(Bag.parse(boc)).info.afterMerge)).toBe(true);
    expect(chain.blocks.some(({ boc }) => loadBlock(Bag.parse(boc)).info.afterSplit)).toBe(true);

    await bench.withCells(async (cells) => {
      const [range, ...others] = loadRanges(cells);
      expect(others).toEqual([]);
      expect(range).toMatchObject({ first: 1, last: 60, isComplete: true });
      // Every round has the blocks that its masterchain block names.
      expect([...cells.recordsUnder('open/')]).toEqual([]);
      const newHashes = new Set(
        chain.blocks.map(({ boc }) => {
          const bag = Bag.parse(boc);
          return hashToHex(loadMerkleUpdate(bag, loadBlock(bag).stateUpdate).newHash);
        }),
      );
      for (const { hash } of range!.tops) {
        expect(newHashes).toContain(hash);
        expect(hashToHex(cells.read(Buffer.from(hash, 'hex'), { cellsMax }).hash())).toBe(hash);
        cells.release(Buffer.from(hash, 'hex'));
      }
      await cells.commit();
      expect(cells.cellCount).toBe(0);
    });
    expect(await bench.store.query('SELECT * FROM state_progress FINAL')).toEqual([
      { first_seqno: 1, last_seqno: 60, is_complete: true },
    ]);
  }, 120_000);

  it('writes rows from which data and code of every changed account are read back', async () => {
    bench = await openResolverBench(chain);
    await bench.publish();
    await resolveAll();
    const columns = pickColumns(cellTreesTable, 'hash', 'boc');
    const trees = await bench.store.select(columns, `SELECT ${columnsSql(columns)} FROM cell_trees FINAL`);
    const codes = new Map(trees.map(({ hash, boc }) => [hashToHex(hash), boc]));
    let changes = 0;
    for (const { workchain, accounts } of decoded()) {
      for (const { account, lt, code, data } of accounts) {
        if (code !== null) {
          const bag = Bag.parse(codes.get(hashToHex(code.hash))!);
          expect(hashToHex(bag.hash(bag.root))).toBe(hashToHex(code.hash));
        }
        if (data === null) continue;
        const boc = await readAccountData(bench.store, { workchain, account, lt, dataHash: data.hash });
        const bag = Bag.parse(boc!);
        expect(hashToHex(bag.hash(bag.root))).toBe(hashToHex(data.hash));
        expect(bag.levelMask(bag.root)).toBe(0);
        changes += 1;
      }
    }
    expect(changes).toBeGreaterThan(500);
    const [counted] = await bench.store.query<{ whole: string; changed: string }>(
      'SELECT countIf(is_whole) AS whole, countIf(NOT is_whole) AS changed FROM account_data FINAL',
    );
    expect(Number(counted!.whole)).toBeGreaterThan(10);
    expect(Number(counted!.changed)).toBeGreaterThan(10);
  }, 240_000);

  it('leaves equal rows after a crash at any moment and a restart', async () => {
    bench = await openResolverBench(chain);
    await bench.publish();
    await resolveAll();
    const expected = await bench.digests();
    await bench.close();

    bench = await openResolverBench(chain);
    await bench.publish({ to: 20 });
    for (const [phase, to] of [
      ['state-insert', 30],
      ['state-inserted', 40],
      ['state-committed', 50],
      ['state-inserted', 60],
    ] as const) {
      const running = await bench.start({
        onPhase(met) {
          if (met === phase) throw new Error(`died at ${phase}`);
        },
      });
      await expect(running.ended).rejects.toThrow('died at');
      await bench.publish({ from: to - 9, to });
    }
    await resolveAll();
    expect(await bench.digests()).toEqual(expected);
  }, 240_000);
});
