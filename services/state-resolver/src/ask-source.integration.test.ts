import { afterEach, describe, expect, it } from '@jest/globals';
import { AccountSourceError, type MasterchainPoint } from '@tonriver/chain-source';
import { Bag, CellBuilder, writeBag } from '@tonriver/boc';
import { createScratchStore } from '@tonriver/cell-store';
import {
  findShardAccount,
  loadBlock,
  loadMerkleUpdate,
  loadShardAccounts,
  loadShardState,
  resolveShardAccount,
  shardContainsAccount,
  storeShardAccount,
} from '@tonriver/chain-model';
import type { StateSource } from './ask-source.ts';
import { builtChain } from './testing/resolvable-chains.test-support.ts';
import { openResolverBench, type ResolverBench } from './testing/resolver-bench.test-support.ts';

const cellsMax = 1_000_000;

describe('the state-resolver with a source of accounts', () => {
  const chain = builtChain({ seed: 'source', rounds: 20, transactionsPerRound: 15, accounts: 50 });
  let bench: ResolverBench;
  afterEach(() => bench.close());

  /** The answers of a node, accounts of full states, with the number of requests for each. */
  const openSource = () => {
    const cells = createScratchStore();
    for (const file of chain.initialStates) {
      const bag = Bag.parse(file.read());
      cells.add(bag, bag.root);
    }
    const states = chain.rounds.flatMap((blocks, index) =>
      blocks
        .toSorted((left, right) => left.key.seqno - right.key.seqno)
        .map(({ key, boc }) => {
          const bag = Bag.parse(boc);
          const { newRoot } = loadMerkleUpdate(bag, loadBlock(bag).stateUpdate);
          return { round: index + 1, key, hash: cells.add(bag, newRoot).hash };
        }),
    );
    const asked: string[] = [];
    const source: StateSource = {
      async point(seqno): Promise<MasterchainPoint> {
        return { seqno, rootHash: null, fileHash: null, unixTime: 0, recorded: null };
      },
      async account({ workchain, hash }, at) {
        asked.push(`${workchain}:${Buffer.from(hash).toString('hex')}`);
        const state = states.findLast(
          ({ round, key }) => round <= at.seqno && key.workchain === workchain && shardContainsAccount(key.shard, hash),
        );
        if (state === undefined) return undefined;
        const bag = Bag.of(cells.read(state.hash, { cellsMax }));
        const { root } = loadShardAccounts(bag, loadShardState(bag, bag.root).accounts);
        const found = findShardAccount(bag, root, hash);
        if (found === null) return undefined;
        const builder = new CellBuilder();
        storeShardAccount(builder, resolveShardAccount(bag, found));
        return { shardAccountBoc: writeBag([builder.endCell()]) };
      },
    };
    return { source, asked };
  };
  const resolve = async (source: StateSource): Promise<string> => {
    bench = await openResolverBench({ ...chain, initialStates: [] });
    await bench.publish();
    const running = await bench.start({ source });
    await bench.untilDone(running);
    await running.stop();
    return await running.metrics.render();
  };

  it('requests an account once if blocks do not contain it, and then resolves all accounts', async () => {
    const { source, asked } = openSource();
    const metrics = await resolve(source);
    expect(asked.length).toBeGreaterThan(5);
    expect(new Set(asked).size).toBe(asked.length);
    const { stored, recorded } = await bench.dataRows();
    expect(recorded).toBe(stored);
    expect(metrics).not.toContain('tonriver_state_unresolved_total{');
  }, 120_000);

  it('leaves accounts unresolved for which the source has no or a wrong answer', async () => {
    const { source, asked } = openSource();
    let count = 0;
    const metrics = await resolve({
      ...source,
      async account(address, at) {
        count += 1;
        // The state of another time, and no answer at all, in turns.
        if (count % 2 === 0) return await source.account(address, { ...at, seqno: Math.max(1, at.seqno - 5) });
        throw new AccountSourceError('account_not_known', 'nobody knows');
      },
    });
    expect(asked.length).toBeGreaterThan(2);
    expect(metrics).toContain('tonriver_state_unresolved_total{');
  }, 120_000);
});
