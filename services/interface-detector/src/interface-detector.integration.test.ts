import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AccountAddress, formatAccountAddress, hashToHex } from '@tonriver/chain-model';
import type { ResolvedRound } from '@tonriver/events';
import { eventually } from '@tonriver/testing';
import { createTvmPool, type TvmPool } from '@tonriver/tvm';
import fc from 'fast-check';
import type { DetectorPhase } from './service.ts';
import { admin, contractAccounts, contractNetwork, owner } from './testing/contract-network.test-support.ts';
import { type DetectorBench, inventedChain, openDetectorBench } from './testing/detector-bench.test-support.ts';

let pool: TvmPool;
beforeAll(async () => {
  pool = await createTvmPool({ workerCount: 1, queueLengthMax: 64, wallTimeMs: 5_000, memoryMbMax: 512 });
});
afterAll(async () => {
  await pool.close();
});

interface StoredInterface {
  readonly kind: string;
  readonly confirmation: string;
  readonly is_complete: boolean;
  readonly owner_text: string | null;
  readonly parent_text: string | null;
  readonly amount: string | null;
  readonly item_index: string | null;
  readonly uri_text: string | null;
  readonly content_text: string | null;
}

describe('the interface-detector over contracts of a zero state', () => {
  const ROUNDS = 3;
  const accounts = contractAccounts();
  let bench: DetectorBench;
  beforeAll(async () => {
    bench = await openDetectorBench(contractNetwork(ROUNDS), pool);
    const topic = await bench.openTopic();
    await topic.send(bench.told);
    const detector = await topic.start();
    await eventually(() => topic.isAllCommitted(), { timeoutMs: 30_000 });
    await detector.stop();
    await topic.close();
  }, 90_000);
  afterAll(() => bench.close());

  const addressOf = (name: string): string => formatAccountAddress(accounts.get(name)!.address);
  const stored = async ({ workchain, hash }: AccountAddress): Promise<readonly StoredInterface[]> =>
    await bench.store.query<StoredInterface>(
      `SELECT kind, confirmation, is_complete, owner_text, parent_text, amount, item_index, uri_text,
         content_text
       FROM contract_interfaces FINAL
       WHERE workchain = {workchain:Int32} AND account = unhex({account:String}) AND mc_block_seqno = 1`,
      { workchain, account: hashToHex(hash) },
    );
  const storedOf = (name: string): Promise<readonly StoredInterface[]> => stored(accounts.get(name)!.address);

  it('writes what each of them is, and what those say that must know it', async () => {
    const nothing = {
      owner_text: null,
      parent_text: null,
      amount: null,
      item_index: null,
      uri_text: null,
      content_text: null,
    };
    const wallet = {
      ...nothing,
      kind: 'jetton_wallet',
      is_complete: true,
      owner_text: formatAccountAddress(owner),
      parent_text: addressOf('minter'),
    };
    expect(await storedOf('minter')).toEqual([
      {
        ...nothing,
        kind: 'jetton_master',
        confirmation: 'own',
        is_complete: true,
        owner_text: formatAccountAddress(admin),
        amount: '0',
        content_text: '{"name":"River"}',
      },
    ]);
    expect(await storedOf('wallet')).toEqual([{ ...wallet, confirmation: 'confirmed', amount: '77' }]);
    expect(await storedOf('false wallet')).toEqual([{ ...wallet, confirmation: 'refuted', amount: '0' }]);
    expect(await storedOf('orphan wallet')).toMatchObject([{ kind: 'jetton_wallet', confirmation: 'unknown' }]);
    expect(await storedOf('collection')).toMatchObject([
      { kind: 'nft_collection', uri_text: 'https://example.org/collection.json' },
    ]);
    expect(await storedOf('item')).toMatchObject([
      {
        kind: 'nft_item',
        confirmation: 'confirmed',
        parent_text: addressOf('collection'),
        owner_text: formatAccountAddress(owner),
        item_index: '7',
        uri_text: 'https://example.org/7.json',
      },
    ]);
    expect(await storedOf('river')).toMatchObject([
      { kind: 'nft_item', confirmation: 'confirmed', content_text: '{"domain":"river.ton"}', uri_text: null },
    ]);
    expect(await storedOf('loop')).toMatchObject([{ kind: 'none' }]);
    expect(await storedOf('uninit')).toEqual([]);
  });

  it('writes the domains that lead to their owner', async () => {
    const rows = await bench.store.query(
      `SELECT workchain, hex(account) AS account, domain_text, item_workchain, hex(item_account) AS item
       FROM domain_names FINAL`,
    );
    const hexOf = ({ hash }: AccountAddress): string => hashToHex(hash).toUpperCase();
    expect(rows).toEqual([
      {
        workchain: 0,
        account: hexOf(owner),
        domain_text: 'river.ton',
        item_workchain: 0,
        item: hexOf(accounts.get('river')!.address),
      },
    ]);
  });

  it('says how far it is', async () => {
    const rounds = await bench.store.query(
      'SELECT mc_block_seqno, part, range_seqno, is_last FROM detected_rounds FINAL ORDER BY mc_block_seqno',
    );
    expect(rounds).toEqual(
      [1, 2, 3].map((seqno) => ({ mc_block_seqno: seqno, part: 0, range_seqno: 1, is_last: true })),
    );
  });
});

describe('the interface-detector over traffic', () => {
  const ROUNDS = 12;
  let bench: DetectorBench;
  let wanted: Record<string, string>;
  const runThrough = async (
    rounds: readonly ResolvedRound[],
    killAt: readonly { readonly phase: DetectorPhase; readonly calls: number }[] = [],
  ): Promise<void> => {
    const topic = await bench.openTopic();
    await topic.send(rounds);
    for (const { phase, calls } of killAt) {
      let left = calls;
      const detector = await topic.start({
        onPhase(reached) {
          if (reached === phase) left -= 1;
          if (left <= 0) throw new Error('killed');
        },
      });
      let isKilled = false;
      detector.ended.catch(() => void (isKilled = true));
      await eventually(async () => isKilled || (await topic.isAllCommitted()), { timeoutMs: 30_000 });
      await detector.stop().catch(() => undefined);
    }
    const detector = await topic.start();
    await eventually(() => topic.isAllCommitted(), { timeoutMs: 30_000 });
    await detector.stop();
    await topic.close();
  };
  beforeAll(async () => {
    const chain = inventedChain({ seed: 'traffic', rounds: ROUNDS, transactionsPerRound: 20, accounts: 30 });
    bench = await openDetectorBench(chain, pool);
    await runThrough(bench.told);
    wanted = await bench.digests();
  }, 120_000);
  afterAll(() => bench.close());
  beforeEach(() => bench.forget());

  it('examines every round', () => {
    expect(wanted['detected_rounds']).toMatch(new RegExp(`^${ROUNDS} `));
    expect(wanted['contract_interfaces']).not.toMatch(/^0 /);
  });

  it('writes the same rows after kills at any moment, and when records come again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            phase: fc.constantFrom<DetectorPhase>('interfaces-insert', 'interfaces-inserted'),
            calls: fc.integer({ min: 1, max: 3 }),
          }),
          { maxLength: 3 },
        ),
        fc.array(fc.nat({ max: ROUNDS - 1 }), { maxLength: 6 }),
        async (kills, repeats) => {
          await bench.forget();
          const repeated = [...bench.told, ...repeats.map((index) => bench.told[index]!)];
          await runThrough(repeated, kills);
          expect(await bench.digests()).toEqual(wanted);
        },
      ),
      { numRuns: 4 },
    );
  }, 120_000);

  it('examines no round before it is complete, and then goes on by itself', async () => {
    const topic = await bench.openTopic();
    const rows = await bench.store.query<{ first: number; last: number; linked: number }>(
      'SELECT first_seqno AS first, last_seqno AS last, linked_seqno AS linked FROM watermarks FINAL',
    );
    const { first, last, linked } = rows[0]!;
    await bench.store.command('TRUNCATE TABLE watermarks SYNC');
    const watermark = (seqno: number): Promise<void> =>
      bench.store.command(`INSERT INTO watermarks VALUES (${first}, ${seqno}, ${linked})`);
    await watermark(5);
    await topic.send(bench.told);
    const detector = await topic.start();
    await eventually(() => detector.examined.includes(5), { timeoutMs: 30_000 });
    expect(detector.examined).toEqual([1, 2, 3, 4, 5]);
    await watermark(last);
    await eventually(() => topic.isAllCommitted(), { timeoutMs: 30_000 });
    await detector.stop();
    await topic.close();
    expect(await bench.digests()).toEqual(wanted);
  }, 60_000);

  it('puts a record aside that cannot be read, once, and goes on', async () => {
    const topic = await bench.openTopic();
    const producer = await topic.log.producer();
    const name = 'invented.resolved-rounds.v1';
    const value = Buffer.from('{"round":1}');
    await producer.send(name, [{ partition: 0, key: null, value, headers: {} }]);
    await topic.send(bench.told);
    const detector = await topic.start();
    await eventually(() => topic.isAllCommitted(), { timeoutMs: 30_000 });
    await detector.stop();
    expect(await topic.log.endOffsets('invented.resolved-rounds.dead-letters.v1')).toEqual([1n]);
    await topic.close();
    expect(await bench.digests()).toEqual(wanted);
  }, 60_000);
});
