import { afterEach, describe, expect, it } from '@jest/globals';
import { hashToHex, shardToHex } from '@tonriver/chain-model';
import { decodeResolvedRound, RESOLVED_ACCOUNTS_MAX, type ResolvedRound } from '@tonriver/events';
import { createChangedAccounts } from './changed-accounts.ts';
import { decodeStateBlock } from './decode-block.ts';
import type { ResolverPhase } from './resolver.ts';
import { builtChain } from './testing/resolvable-chains.test-support.ts';
import { openResolverBench, type ResolverBench } from './testing/resolver-bench.test-support.ts';

describe('what the state-resolver tells of resolved rounds', () => {
  const ROUNDS = 20;
  const chain = builtChain({ seed: 'told', rounds: ROUNDS, transactionsPerRound: 20, accounts: 30 });
  let bench: ResolverBench;
  afterEach(() => bench.close());

  /** Every record, in the order of the topic. */
  const told = async (): Promise<ResolvedRound[]> => {
    const records = await bench.log.readRange(bench.topics.resolvedRounds.name, 0, 0n, 100_000);
    return records.map(decodeResolvedRound);
  };
  const resolveAll = async (killAt?: { readonly phase: ResolverPhase; readonly calls: number }): Promise<void> => {
    let calls = 0;
    const onPhase = (phase: ResolverPhase): void => {
      if (phase !== killAt?.phase) return;
      calls += 1;
      if (calls === killAt.calls) throw new Error('killed');
    };
    const running = await bench.start({
      resolvedRounds: { producer: bench.producer, topic: bench.topics.resolvedRounds },
      flushIntervalMs: 1,
      onPhase,
    });
    if (killAt === undefined) {
      await bench.untilDone(running);
      await running.stop();
    } else {
      await expect(running.ended).rejects.toThrow('killed');
    }
  };
  /** `account lt` of every state in the blocks whose code or data is not that of the state before. */
  const changedInBlocks = (): string[] => {
    const before = new Map<string, string>();
    const changed: string[] = [];
    for (const { key, boc, rootHash } of chain.blocks) {
      const { workchain, shard, seqno } = key;
      const raw = { workchain, shard: shardToHex(shard), seqno, rootHash: rootHash!, fileHash: null, round: null, boc };
      const block = decodeStateBlock(raw);
      if ('refusal' in block) throw new Error(block.refusal);
      for (const { account, lt, code, data } of block.accounts) {
        const name = `${workchain}:${hashToHex(account)}`;
        const state = [code, data].map((tree) => (tree === null ? '' : hashToHex(tree.hash))).join(' ');
        if (state !== (before.get(name) ?? ' ')) changed.push(`${name} ${lt}`);
        before.set(name, state);
      }
    }
    return changed.toSorted();
  };
  const namesOf = (rounds: readonly ResolvedRound[]): string[] =>
    rounds.flatMap(({ accounts }) => accounts.map(({ workchain, account, lt }) => `${workchain}:${account} ${lt}`));

  it('is one record for each round, in order, with every account whose code or data changed', async () => {
    bench = await openResolverBench({ ...chain, initialStates: [] });
    await bench.publish();
    await resolveAll();
    const rounds = await told();
    expect(rounds.map(({ round }) => round)).toEqual(Array.from({ length: ROUNDS }, (_, index) => index + 1));
    expect(rounds.every(({ range, part, isLast }) => range === 1 && part === 0 && isLast)).toBe(true);
    expect(namesOf(rounds).toSorted()).toEqual(changedInBlocks());
    // Also a deleted account is told of at the lt of its last transaction.
    const accounts = rounds.flatMap((round) => round.accounts);
    expect(accounts.filter(({ code }) => code === null).length).toBeGreaterThan(0);
    expect(accounts.filter(({ lt }) => lt === '0')).toEqual([]);
  }, 60_000);

  it('has the accounts of initial states in the round that they are used for', async () => {
    bench = await openResolverBench(chain);
    await bench.publish();
    await resolveAll();
    const [first] = await told();
    const initial = await bench.store.query<{ workchain: number; hex: string }>(
      `SELECT workchain, lower(hex(account)) AS hex FROM account_states FINAL
       WHERE row_version = 0 AND lt = 0 AND code_hash IS NOT NULL`,
    );
    expect(initial.length).toBeGreaterThan(0);
    const names = namesOf([first!]);
    for (const { workchain, hex } of initial) expect(names).toContain(`${workchain}:${hex} 0`);
  }, 60_000);

  it('is the same after a death between the rows, the records and the cells: nothing lost, repeats are equal', async () => {
    bench = await openResolverBench(chain);
    await bench.publish();
    await resolveAll();
    const wanted = await told();
    await bench.close();

    bench = await openResolverBench(chain);
    await bench.publish();
    for (const phase of ['state-inserted', 'state-sent', 'state-inserted', 'state-sent'] as const) {
      await resolveAll({ phase, calls: 2 });
    }
    await resolveAll();
    const repeated = await told();
    expect(repeated.length).toBeGreaterThan(wanted.length);
    const once = new Map(repeated.map((round) => [JSON.stringify(round), round]));
    const ordered = [...once.values()].toSorted((left, right) => left.round - right.round);
    expect(ordered).toEqual(wanted);
    // A round never comes before the one that it follows.
    let last = 0;
    for (const { round } of repeated) {
      expect(round).toBeLessThanOrEqual(last + 1);
      last = Math.max(last, round);
    }
  }, 120_000);
});

describe('the records of a round', () => {
  const after = (number: number) => ({
    workchain: 0,
    account: Buffer.from(number.toString(16).padStart(64, '0'), 'hex'),
    lt: BigInt(number),
    codeHash: new Uint8Array(32).fill(1),
    dataHash: null,
    isHeld: false,
  });
  const collect = async (count: number, sendEvery: number): Promise<ResolvedRound[]> => {
    const sent: ResolvedRound[] = [];
    const changed = createChangedAccounts({
      topic: { name: 'resolved' },
      producer: {
        send: (_topic, records) => Promise.resolve(void sent.push(...records.map(decodeResolvedRound))),
        close: () => Promise.resolve(),
      },
    });
    changed.begin({ round: 7, range: 3 });
    for (let number = 0; number < count; number += 1) {
      changed.add(after(number), true);
      if (number % sendEvery === 0) await changed.send();
    }
    changed.end();
    await changed.send();
    return sent;
  };

  it('do not depend on when rows were written', async () => {
    const count = RESOLVED_ACCOUNTS_MAX * 2 + 5;
    const wanted = await collect(count, count + 1);
    expect(wanted.map(({ part, isLast, accounts }) => [part, isLast, accounts.length])).toEqual([
      [0, false, RESOLVED_ACCOUNTS_MAX],
      [1, false, RESOLVED_ACCOUNTS_MAX],
      [2, true, 5],
    ]);
    expect(await collect(count, 1000)).toEqual(wanted);
  });

  it('are one, the last, for a round in which nothing changed', async () => {
    expect(await collect(0, 1)).toEqual([{ round: 7, range: 3, part: 0, isLast: true, accounts: [] }]);
  });
});
