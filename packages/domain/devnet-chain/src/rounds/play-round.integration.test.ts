import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bag, writeBag } from '@tonriver/boc';
import { createRandom, type NewChain } from '@tonriver/chain-builder';
import { ChainChecker } from '@tonriver/chain-checks';
import { hashToHex, loadBlock, loadMessage, storeConfigParameter } from '@tonriver/chain-model';
import { createTvmPool, TvmError, type TvmPool } from '@tonriver/tvm';
import { createEnvironmentReader } from './chain-environment.ts';
import { createDevnetNetwork, type DevnetNetwork } from '../network/devnet-network.ts';
import { type ExternalMessage, readExternalMessage } from '../messages/external-message.ts';
import type { Executor } from './executor.ts';
import { type PlayedRound, playRound, type RoundWork } from './play-round.ts';
import { readRoundInputs, recordRound, replayRound, type RoundInputs } from './round-inputs.ts';

const options = { seed: 'test', globalId: -777, genesisTime: 1_800_000_000, walletCount: 24 };

describe('rounds that the virtual machine executes', () => {
  let pool: TvmPool;
  beforeAll(async () => {
    pool = await createTvmPool({ workerCount: 2, queueLengthMax: 100, wallTimeMs: 20_000, memoryMbMax: 512 });
  }, 60_000);
  afterAll(async () => await pool.close());

  const readEnvironment = createEnvironmentReader();
  const executorAt = (chain: NewChain, unixTime: number): Executor => {
    const { configBoc, librariesBoc } = readEnvironment(chain);
    const key = `${chain.masterchain().reference.seqno}`;
    const environment = { key, configBoc, previousBlocksBoc: null, unixTime };
    return async (call) => {
      try {
        return await pool.emulateTransaction({ ...call, environment, librariesBoc });
      } catch (error) {
        if (error instanceof TvmError && error.code === 'tvm_timed_out')
          return { kind: 'ended', reason: error.message };
        throw error;
      }
    };
  };

  const play = async (
    chain: NewChain,
    genUtime: number,
    externals: readonly ExternalMessage[],
    isTimeOver: RoundWork<ExternalMessage>['isTimeOver'] = () => false,
  ): Promise<PlayedRound<ExternalMessage>> =>
    await playRound(chain.openRound(genUtime), {
      config: chain.facts().config,
      executor: executorAt(chain, genUtime),
      externals,
      isTimeOver,
      aheadMax: 4,
    });

  /** Every wallet sends to the next one. */
  const transfers = ({ wallets }: DevnetNetwork, seqno: number, amount: bigint): ExternalMessage[] =>
    wallets.map((wallet, index) => {
      const to = wallets[(index + 1) % wallets.length]!.address;
      const order = { seqno, validUntil: options.genesisTime + 10_000, to, amount, bounce: true };
      return readExternalMessage(writeBag([wallet.transfer(order)]));
    });

  const isBetweenWallets = (messageBoc: Uint8Array): boolean => {
    const bag = Bag.parse(messageBoc);
    const { info } = loadMessage(bag, bag.root);
    return info.type === 'internal' && info.destination.workchain === 0;
  };

  for (const shards of [1, 2, 4]) {
    it(`are valid, with transfers between the accounts of ${shards} shards`, async () => {
      const network = createDevnetNetwork({ ...options, shardsMin: shards, shardsMax: shards });
      const chain = network.create();
      const checker = new ChainChecker(chain.zeroStates, options.globalId);
      let time = options.genesisTime;
      let seqno = 0;
      let [transactions, mined] = [0, 0];
      for (let round = 1; round <= 30; round++) {
        time += 1;
        const externals = round > 12 && round <= 25 ? transfers(network, seqno++, 5_000_000_000n) : [];
        const played = await play(chain, time, externals);
        checker.check(played.round);
        expect(played.warnings).toEqual([]);
        expect(played.externals.map(({ kind }) => kind)).toEqual(externals.map(() => 'mined'));
        transactions += played.transactionCount;
        mined += played.externals.length;
      }
      expect(chain.facts().leaves).toHaveLength(shards);
      expect(mined).toBe(13 * 24);
      // Each transfer is a transaction of the sender and one of the receiver; each round has four ticks and tocks.
      expect(transactions).toBeGreaterThanOrEqual(2 * mined + 4 * 30);
      expect(chain.inFlightCount()).toBe(0);
    }, 120_000);
  }

  it('take external messages while others wait in queues for longer than their time', async () => {
    const network = createDevnetNetwork({ ...options, shardsMin: 1, shardsMax: 1 });
    const chain = network.create();
    const checker = new ChainChecker(chain.zeroStates, options.globalId);
    const { length } = network.wallets;
    // The first masterchain block only names the basechain.
    checker.check((await play(chain, options.genesisTime + 1, [])).round);
    let looks = 0;
    const queueing = await play(chain, options.genesisTime + 2, transfers(network, 0, 1_000_000_000n), () => {
      return looks++ >= length;
    });
    checker.check(queueing.round);
    expect(chain.inFlightCount()).toBe(length);
    const played = await play(
      chain,
      options.genesisTime + 3,
      transfers(network, 1, 1_000_000_000n),
      (_part, _block, of) => of === 'queued',
    );
    checker.check(played.round);
    expect(played.externals.map(({ kind }) => kind)).toEqual(network.wallets.map(() => 'mined'));
    // One from the queue, and what the external messages sent waits behind the others.
    expect(chain.inFlightCount()).toBe(2 * length - 1);
    // Without any time left, one of each kind.
    const short = await play(
      chain,
      options.genesisTime + 4,
      transfers(network, 2, 1_000_000_000n),
      (_part, { workchain }) => workchain === 0,
    );
    checker.check(short.round);
    expect(short.externals.map(({ kind }) => kind)).toEqual(['mined']);
    expect(chain.inFlightCount()).toBe(2 * length - 1);
    checker.check((await play(chain, options.genesisTime + 5, [])).round);
    expect(chain.inFlightCount()).toBe(0);
  }, 60_000);

  it('take no external messages while one from the queues cannot be run, and go on when it can', async () => {
    const network = createDevnetNetwork({ ...options, shardsMin: 1, shardsMax: 1 });
    const chain = network.create();
    await play(chain, options.genesisTime + 1, []);
    let looks = 0;
    const [first, second] = [transfers(network, 0, 1_000_000_000n), transfers(network, 1, 1_000_000_000n)];
    await play(chain, options.genesisTime + 2, first.slice(0, 1), () => looks++ >= 1);
    expect(chain.inFlightCount()).toBe(1);
    const genUtime = options.genesisTime + 3;
    const stuck = await playRound(chain.openRound(genUtime), {
      config: chain.facts().config,
      executor: async (call) =>
        call.cause.kind === 'message' && isBetweenWallets(call.cause.messageBoc)
          ? { kind: 'ended', reason: 'took too long' }
          : await executorAt(chain, genUtime)(call),
      externals: second.slice(1, 2),
      isTimeOver: () => false,
      aheadMax: 4,
    });
    expect([stuck.externals, stuck.warnings]).toEqual([[], [expect.stringContaining('took too long')]]);
    const played = await play(chain, options.genesisTime + 4, second.slice(1, 2));
    expect(played.externals).toHaveLength(1);
    expect(chain.inFlightCount()).toBe(0);
  }, 60_000);

  it('say why a message was not accepted, and pay the fees to the elector', async () => {
    const network = createDevnetNetwork({ ...options, shardsMin: 1, shardsMax: 1 });
    const chain = network.create();
    const [wallet] = network.wallets;
    const order = { validUntil: options.genesisTime + 100, to: wallet!.address, amount: 1n, bounce: false };
    const wrong = readExternalMessage(writeBag([wallet!.transfer({ ...order, seqno: 5 })]));
    // The first masterchain block only names the basechain.
    await play(chain, options.genesisTime + 1, []);
    const { externals } = await play(chain, options.genesisTime + 2, [wrong]);
    expect(externals).toEqual([
      expect.objectContaining({
        kind: 'expired',
        reason: expect.objectContaining({ kind: 'not_accepted', exitCode: 33 }),
      }),
    ]);
    const elector = () => chain.account(-1, new Uint8Array(32).fill(0x33)).balance.grams;
    const before = elector();
    for (let second = 3; second < 15; second++) await play(chain, options.genesisTime + second, []);
    expect(elector()).toBeGreaterThan(before + 1_000_000_000n);
  }, 60_000);

  it('make a key block when the config contract takes an order of its owner, and not for a stranger', async () => {
    const network = createDevnetNetwork({ ...options, shardsMin: 1, shardsMax: 1 });
    const stranger = createDevnetNetwork({ ...options, seed: 'stranger', shardsMin: 1, shardsMax: 1 });
    const chain = network.create();
    const checker = new ChainChecker(chain.zeroStates, options.globalId);
    const value = storeConfigParameter(14, { masterchainBlockFee: 5n, basechainBlockFee: 7n });
    const order = { seqno: 0, validUntil: options.genesisTime + 1_000, index: 14, value };
    const orderOf = (owner: DevnetNetwork) => readExternalMessage(writeBag([owner.orderConfig(order)]));
    const isKey = (played: PlayedRound<ExternalMessage>): boolean => {
      const bag = Bag.parse(played.round.blocks[0]!.boc);
      return loadBlock(bag).info.keyBlock;
    };
    const refused = await play(chain, options.genesisTime + 1, [orderOf(stranger)]);
    const reason = expect.objectContaining({ kind: 'not_accepted', exitCode: 34 });
    expect(refused.externals).toEqual([expect.objectContaining({ kind: 'expired', reason })]);
    const played = await play(chain, options.genesisTime + 2, [orderOf(network)]);
    expect(played.externals.map(({ kind }) => kind)).toEqual(['mined']);
    const after = await play(chain, options.genesisTime + 3, []);
    expect([refused, played, after].map(isKey)).toEqual([false, true, false]);
    expect(chain.facts().config.blockFees).toEqual({ masterchainBlockFee: 5n, basechainBlockFee: 7n });
    for (const { round } of [refused, played, after]) checker.check(round);
  }, 60_000);

  it('are equal for equal inputs, whatever number of transactions is run ahead', async () => {
    const hashes = async (aheadMax: number): Promise<string[]> => {
      const network = createDevnetNetwork({ ...options, shardsMin: 1, shardsMax: 1 });
      const chain = network.create();
      const all: string[] = [];
      for (let round = 0; round < 4; round++) {
        const genUtime = options.genesisTime + 1 + round;
        const work = { config: chain.facts().config, executor: executorAt(chain, genUtime), isTimeOver: () => false };
        const externals = transfers(network, round, 1_000_000_000n);
        const { round: closed } = await playRound(chain.openRound(genUtime), { ...work, externals, aheadMax });
        all.push(...closed.blocks.map(({ fileHash }) => hashToHex(fileHash)));
      }
      return all;
    };
    expect(await hashes(8)).toEqual(await hashes(1));
  }, 60_000);

  it('are made again from their recorded inputs, where the clock cut them and where runs were ended', async () => {
    const network = createDevnetNetwork({ ...options, shardsMin: 2, shardsMax: 2 });
    const chain = network.create();
    const recorded: { readonly inputs: RoundInputs; readonly hashes: readonly string[] }[] = [];
    const hashesOf = ({ round }: PlayedRound<ExternalMessage>): string[] =>
      round.blocks.map(({ fileHash }) => hashToHex(fileHash)).sort();
    const waiting: ExternalMessage[] = [];
    const random = createRandom('cuts');
    let seqno = 0;
    for (let round = 0; round < 24; round++) {
      const genUtime = options.genesisTime + 1 + round;
      if (round >= 12) waiting.push(...transfers(network, seqno++, 1_000_000_000n));
      // Each block may take a few messages only, and now and then a run is ended.
      const budget = random.between(1, 30);
      const looks = new Map<bigint, number>();
      const executor = executorAt(chain, genUtime);
      const recorder = recordRound({
        executor: async (call) =>
          random.chance(0.05) ? { kind: 'ended', reason: 'took too long' } : await executor(call),
        isTimeOver(_part, { shard }, of) {
          looks.set(shard, (looks.get(shard) ?? 0) + 1);
          return round >= 12 && looks.get(shard)! > (of === 'queued' ? budget / 2 : budget);
        },
      });
      const externals = [...waiting];
      const played = await playRound(chain.openRound(genUtime), {
        ...recorder.work,
        config: chain.facts().config,
        externals,
        aheadMax: 4,
      });
      for (const { message } of played.externals) waiting.splice(waiting.indexOf(message), 1);
      const inputs = recorder.inputsOf(played, { genUtime, ignoresSignatures: false });
      recorded.push({ inputs: readRoundInputs(JSON.parse(JSON.stringify(inputs))), hashes: hashesOf(played) });
    }
    const all = recorded.map(({ inputs }) => inputs);
    expect(all.filter(({ cuts }) => cuts.length > 0).length).toBeGreaterThan(3);
    expect(all.filter(({ queue_cuts }) => queue_cuts!.length > 0).length).toBeGreaterThan(3);
    expect(all.filter(({ ended }) => ended.length > 0).length).toBeGreaterThan(3);
    expect(all.flatMap(({ messages }) => messages).length).toBeGreaterThan(50);
    const again = network.create();
    for (const { inputs, hashes } of recorded) {
      const work = replayRound(inputs, executorAt(again, inputs.gen_utime));
      const config = again.facts().config;
      const played = await playRound(again.openRound(inputs.gen_utime), { ...work, config, aheadMax: 1 });
      expect(hashesOf(played)).toEqual(hashes);
    }
    expect(() => readRoundInputs({ gen_utime: 1 })).toThrow(expect.objectContaining({ code: 'bad_inputs' }));
    const wrongCuts = { ...recorded[0]!.inputs, queue_cuts: [{ workchain: 0, shard: 'x', look: 1 }] };
    expect(() => readRoundInputs(wrongCuts)).toThrow(expect.objectContaining({ code: 'bad_inputs' }));
  }, 120_000);

  it('are made again from inputs of older releases, which cut queues with the whole block and count the same looks', async () => {
    const network = createDevnetNetwork({ ...options, shardsMin: 1, shardsMax: 1 });
    const chain = network.create();
    const record = async (
      genUtime: number,
      externals: readonly ExternalMessage[],
      isTimeOver: (looks: number) => boolean,
    ) => {
      let looks = 0;
      const recorder = recordRound({
        executor: executorAt(chain, genUtime),
        isTimeOver: (_part, { workchain }) => workchain === 0 && isTimeOver(looks++),
      });
      const work = { ...recorder.work, config: chain.facts().config, externals, aheadMax: 4 };
      const played = await playRound(chain.openRound(genUtime), work);
      const hashes = played.round.blocks.map(({ fileHash }) => hashToHex(fileHash));
      return { inputs: recorder.inputsOf(played, { genUtime, ignoresSignatures: false }), hashes };
    };
    const rounds = [
      await record(options.genesisTime + 1, [], () => false),
      // Five of the external messages come into the block, and what they send waits.
      await record(options.genesisTime + 2, transfers(network, 0, 1_000_000_000n), (looks) => looks >= 5),
      await record(options.genesisTime + 3, [], (looks) => looks >= 3),
    ];
    const place = { workchain: 0, shard: '8000000000000000' };
    expect(rounds.map(({ inputs: { cuts, queue_cuts } }) => ({ cuts, queue_cuts }))).toEqual([
      { cuts: [], queue_cuts: [] },
      { cuts: [{ ...place, look: 5 }], queue_cuts: [] },
      { cuts: [], queue_cuts: [{ ...place, look: 3 }] },
    ]);
    const again = network.create();
    for (const { inputs, hashes } of rounds) {
      const { queue_cuts: queueCuts = [], ...older } = inputs;
      const read = readRoundInputs({ ...older, cuts: [...older.cuts, ...queueCuts] });
      const work = replayRound(read, executorAt(again, read.gen_utime));
      const { config } = again.facts();
      const { round } = await playRound(again.openRound(read.gen_utime), { ...work, config, aheadMax: 4 });
      expect(round.blocks.map(({ fileHash }) => hashToHex(fileHash))).toEqual(hashes);
    }
    expect(again.inFlightCount()).toBe(1);
  }, 60_000);
});
