import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EmulatedTraceAnswer, EmulateTraceCall, GetMethodExecutor } from '@tonriver/api-model';
import { writeMinedPart } from '@tonriver/block-rows';
import { Bag, type Cell, CellBuilder, serializeTree, writeBag } from '@tonriver/boc';
import { formatAccountAddress, forEachTransaction, loadBlock, loadTransaction } from '@tonriver/chain-model';
import type { PlayedRound, ExternalMessage, Wallet } from '@tonriver/devnet-chain';
import {
  addressOfState,
  jettonMinterState,
  jettonMintBody,
  jettonTransferBody,
  jettonWalletState,
  onChainMetadata,
  relayBody,
  relayState,
} from '@tonriver/devnet-contracts';
import { createTvmPool, type TvmPool } from '@tonriver/tvm';
import { type Done, minedIn, predicted, transactionsOf } from '../testing/compared-traces.test-support.ts';
import { AMPLE_TIME, executorOfChain, poolWith } from '../testing/executor-of-chain.test-support.ts';
import { createPlayedChain, type PlayedChain } from '../testing/played-chain.test-support.ts';

let pool: TvmPool;
let chain: PlayedChain;
let executor: GetMethodExecutor;
let [alice, bob]: readonly Wallet[] = [];
const seqnos = new Map<Wallet, number>();
const TON = 1_000_000_000n;

beforeAll(async () => {
  pool = await createTvmPool({ workerCount: 1, queueLengthMax: 50, wallTimeMs: 20_000, memoryMbMax: 512 });
  chain = await createPlayedChain(pool);
  [alice, bob] = chain.network.wallets;
  executor = executorOfChain({ pool, source: chain.source, traceTime: AMPLE_TIME });
}, 60_000);
afterAll(() => pool.close());

type Order = Omit<Parameters<Wallet['transfer']>[0], 'seqno' | 'validUntil' | 'bounce'>;

/** A message to a wallet to send something. It is not used up before it is played. */
const orderOf = (wallet: Wallet, order: Order): Cell =>
  wallet.transfer({ ...order, seqno: seqnos.get(wallet) ?? 0, validUntil: chain.now() + 1_000, bounce: true });
const play = async (wallet: Wallet, message: Cell): Promise<readonly PlayedRound<ExternalMessage>[]> => {
  const rounds = [await chain.play(message)];
  expect(rounds[0]!.externals.map(({ kind }) => kind)).toEqual(['mined']);
  seqnos.set(wallet, (seqnos.get(wallet) ?? 0) + 1);
  for (let round = 0; round < 6; round += 1) rounds.push(await chain.play());
  return rounds;
};

const emulate = async (message: Cell, changes: Partial<EmulateTraceCall> = {}): Promise<EmulatedTraceAnswer> =>
  await executor.emulateTrace({
    messageBoc: Buffer.from(writeBag([message])).toString('base64'),
    ignoresSignatures: false,
    withActions: false,
    withCells: false,
    ...changes,
  });

describe('the trace of a message', () => {
  it('has the transactions that the chain then makes, in their order, with whole states', async () => {
    const message = orderOf(alice!, { to: bob!.address, amount: TON });
    const trace = await emulate(message);
    expect(trace.isIncomplete).toBe(false);
    expect(trace.actions).toBeUndefined();
    const transactions = transactionsOf(trace);
    expect(transactions).toHaveLength(2);
    expect(transactions[0]?.before).toMatchObject({ status: 'active' });
    expect(transactions[1]?.after).toMatchObject({ status: 'active', extraCurrencies: [] });
    const rounds = await play(alice!, message);
    expect(transactions.map(predicted)).toEqual(minedIn(rounds));
  }, 60_000);

  it('follows messages that are passed on, each account being in the state that the last one left', async () => {
    const [one, two] = [relayState(1), relayState(2)];
    const [first, second] = [addressOfState(one), addressOfState(two)];
    const response = alice!.address;
    await play(alice!, orderOf(alice!, { to: second, amount: TON / 10n, state: two }));
    const body = relayBody({ queryId: 1n, hops: 30, next: second, response });
    // The first relay does not exist yet.
    const message = orderOf(alice!, { to: first, amount: TON, state: one, body });
    const trace = await emulate(message);
    const transactions = transactionsOf(trace);
    expect([transactions.length, trace.isIncomplete, trace.isLarge]).toEqual([33, false, false]);
    const lts = transactions.map(({ transaction }) => transaction.lt);
    expect(lts).toEqual(lts.toSorted((left, right) => (left < right ? -1 : 1)));
    const rounds = await play(alice!, message);
    expect(transactions.map(predicted)).toEqual(minedIn(rounds));
  }, 60_000);

  it('ends at the bound on depth, and says so', async () => {
    const [first, second] = [addressOfState(relayState(1)), addressOfState(relayState(2))];
    const body = relayBody({ queryId: 1n, hops: 5_000, next: second, response: alice!.address });
    const calls = jest.spyOn(pool, 'emulateTransaction');
    const trace = await emulate(orderOf(alice!, { to: first, amount: 100n * TON, body }));
    expect([transactionsOf(trace).length, trace.isIncomplete, trace.isLarge]).toEqual([201, true, true]);
    const lines = calls.mock.calls.map(([, options]) => options?.isOfLargeWork);
    calls.mockRestore();
    expect(lines).toEqual(Array.from({ length: 201 }, (_, index) => index > 64));
  }, 60_000);

  it('is incomplete where the state of an account is not known, and an error where it is that of its own', async () => {
    const message = orderOf(alice!, { to: bob!.address, amount: TON });
    await chain.play();
    chain.hidden.add(formatAccountAddress(bob!.address));
    const trace = await emulate(message);
    expect([transactionsOf(trace).length, trace.isIncomplete]).toEqual([1, true]);
    await chain.play();
    chain.hidden.add(formatAccountAddress(alice!.address));
    await expect(emulate(message)).rejects.toMatchObject({ code: 'account_unknown' });
    chain.hidden.clear();
    await chain.play();
  }, 60_000);

  it('leaves the states of the chain as they are', async () => {
    const message = orderOf(alice!, { to: bob!.address, amount: TON });
    const [one, two] = [await emulate(message), await emulate(message)];
    expect(one).toEqual(two);
  }, 60_000);
});

describe('a message that cannot be emulated', () => {
  it('is an error with the words of a node when it is not accepted', async () => {
    const message = bob!.transfer({
      seqno: 77,
      validUntil: chain.now() + 50,
      to: bob!.address,
      amount: 1n,
      bounce: false,
    });
    await expect(emulate(message)).rejects.toMatchObject({
      code: 'message_not_accepted',
      message: expect.stringMatching(
        /^External message was not accepted\nCannot run message on account: .*exitcode=33$/,
      ),
    });
    expect((await emulate(message, { ignoresSignatures: true }).catch(({ code }) => code)) as unknown).toBe(
      'message_not_accepted',
    );
  });

  it.each([
    ['no bag', 'AAAA', /^INVALID_BAG_OF_CELLS: boc: /],
    ['nothing', '', /^INVALID_BAG_OF_CELLS: boc: /],
    ['no message', writeBag([new CellBuilder().storeUint(1, 8).endCell()]), /^failed to parse external message: /],
  ])('is a typed error when it is %s', async (_what, boc, message) => {
    const messageBoc = typeof boc === 'string' ? boc : Buffer.from(boc).toString('base64');
    const call = { messageBoc, ignoresSignatures: true, withActions: true, withCells: true };
    await expect(executor.emulateTrace(call)).rejects.toMatchObject({
      code: 'bad_message',
      message: expect.stringMatching(message),
    });
  });
});

describe('a trace of which blocks have a part', () => {
  /** The transactions of accounts in a round, as a caller hands them on: without what blocks prove of their states. */
  const partOf = (rounds: readonly PlayedRound<ExternalMessage>[], accounts?: ReadonlySet<string>) => {
    const mined = rounds.flatMap(({ round }) =>
      round.blocks.flatMap(({ boc }) => {
        const bag = Bag.parse(boc);
        const block = loadBlock(bag);
        const found: { readonly lt: bigint; readonly boc: Uint8Array }[] = [];
        if (block.info.workchain !== 0) return found;
        forEachTransaction(bag, block, (_account, lt, cell) => {
          const { accountHash } = loadTransaction(bag, cell);
          if (accounts?.has(Buffer.from(accountHash).toString('hex')) !== false)
            found.push({ lt, boc: serializeTree(bag, cell) });
        });
        return found.toSorted((left, right) => (left.lt < right.lt ? -1 : 1));
      }),
    );
    const content = writeMinedPart(mined.map(({ boc }) => ({ boc, before: undefined, after: undefined })));
    return { count: mined.length, part: { workchain: 0, content: Buffer.from(content).toString('base64') } };
  };

  it('is continued from every round as the chain then continues it, to the same actions', async () => {
    const [one, two] = [relayState(11), relayState(12)];
    const [first, second] = [addressOfState(one), addressOfState(two)];
    await play(alice!, orderOf(alice!, { to: second, amount: TON / 10n, state: two }));
    const body = relayBody({ queryId: 1n, hops: 6, next: second, response: alice!.address });
    const message = orderOf(alice!, { to: first, amount: TON, state: one, body });
    const whole = await emulate(message, { withActions: true });
    const accounts = new Set([alice!.address, first, second].map(({ hash }) => Buffer.from(hash).toString('hex')));
    chain.turnsMax = 2;
    const rounds = [await chain.play(message)];
    const continued = [];
    for (let round = 0; round < 40; round += 1) {
      const { count, part } = partOf(rounds, accounts);
      const seqno = chain.seqno();
      const trace = await executor.continueTrace({ seqno, parts: [part], minedSeqno: seqno });
      continued.push({ count, trace });
      rounds.push(await chain.play());
    }
    chain.turnsMax = Number.POSITIVE_INFINITY;
    seqnos.set(alice!, (seqnos.get(alice!) ?? 0) + 1);
    const mined = minedIn(rounds);
    // Those of one logical time are in the order of their ids, which are made from it.
    const told = ({ actions = [] }: EmulatedTraceAnswer) =>
      actions
        .map(({ type, contract: { success, details } }) => {
          const { value: _value, ...others } = details as Readonly<Record<string, unknown>>;
          return JSON.stringify([type, success, others]);
        })
        .toSorted();
    expect(mined).toHaveLength(9);
    expect(new Set(continued.map(({ count }) => count)).size).toBeGreaterThan(3);
    for (const { count, trace } of continued) {
      expect(trace.isIncomplete).toBe(false);
      // A round later, an account has paid for its storage a little longer.
      const withoutAmounts = ({ sent, ...done }: Done) => ({ ...done, sent: sent.map((one) => one.split(' ')[1]) });
      expect(transactionsOf(trace).map(predicted).map(withoutAmounts)).toEqual(mined.slice(count).map(withoutAmounts));
      expect(told(trace)).toEqual(told(whole));
    }
  }, 120_000);

  it('is given up after three seconds when contracts do not say what they are, also with nothing in flight', async () => {
    const state = jettonMinterState({ admin: alice!.address, content: onChainMetadata({ name: 'Slow' }) });
    const mint = { queryId: 1n, amount: 1n, response: alice!.address, forwardAmount: 0n, forwardPayload: null };
    const body = jettonMintBody({ ...mint, to: alice!.address, tonAmount: TON / 5n });
    const order = { to: addressOfState(state), amount: TON, state, body };
    const { part } = partOf(await play(alice!, orderOf(alice!, order)));
    const threads = poolWith(pool, { runGetMethod: () => new Promise(() => undefined) });
    const slow = executorOfChain({ pool: threads, source: chain.source });
    const seqno = chain.seqno();
    await expect(slow.continueTrace({ seqno, parts: [part], minedSeqno: seqno })).rejects.toMatchObject({
      code: 'timed_out',
    });
  }, 30_000);

  it('is refused when its parts are not those of such a trace', async () => {
    const seqno = chain.seqno();
    const parts = [{ workchain: 0, content: Buffer.from('nonsense').toString('base64') }];
    await expect(executor.continueTrace({ seqno, parts, minedSeqno: 1 })).rejects.toMatchObject({ code: 'bad_call' });
  });
});

describe('the states of a trace', () => {
  it('are what a later message of the same account is emulated behind', async () => {
    const first = orderOf(alice!, { to: bob!.address, amount: TON });
    seqnos.set(alice!, (seqnos.get(alice!) ?? 0) + 1);
    const second = orderOf(alice!, { to: bob!.address, amount: 2n * TON });
    seqnos.set(alice!, (seqnos.get(alice!) ?? 0) - 1);
    await expect(emulate(second)).rejects.toMatchObject({ code: 'message_not_accepted' });
    const { states } = await emulate(first, { withStates: true });
    const behind = await emulate(second, { states: states! });
    expect(behind.isIncomplete).toBe(false);
    const predictedNow = transactionsOf(behind).map(predicted);
    await play(alice!, first);
    const rounds = await play(alice!, second);
    expect(predictedNow.map(({ sent, exitCode }) => [sent, exitCode])).toEqual(
      minedIn(rounds).map(({ sent, exitCode }) => [sent, exitCode]),
    );
  }, 60_000);
});

describe('the actions of an emulated trace', () => {
  const minter = () => jettonMinterState({ admin: alice!.address, content: onChainMetadata({ name: 'River' }) });

  it('know contracts by their emulated states: a jetton that the trace itself makes', async () => {
    const state = minter();
    const address = addressOfState(state);
    const mint = { queryId: 1n, amount: 500n, response: alice!.address, forwardAmount: 0n, forwardPayload: null };
    const body = jettonMintBody({ ...mint, to: alice!.address, tonAmount: TON / 5n });
    const message = orderOf(alice!, { to: address, amount: TON, state, body });
    const trace = await emulate(message, { withActions: true, withCells: true });
    expect(trace.isIncomplete).toBe(false);
    expect(trace.actions?.map(({ type }) => type)).toContain('jetton_mint');
    const codes = Object.keys(trace.codes ?? {});
    for (const { after } of transactionsOf(trace)) {
      if (typeof after !== 'object' || after.codeHash === null) throw new TypeError('a state is not known');
      expect(codes).toContain(Buffer.from(after.codeHash).toString('base64'));
    }
    await play(alice!, message);
  }, 60_000);

  it('are those of a transfer of jettons to a new holder', async () => {
    const address = addressOfState(minter());
    const wallet = addressOfState(jettonWalletState({ owner: alice!.address, minter: address }));
    const transfer = { queryId: 2n, amount: 100n, destination: bob!.address, response: alice!.address };
    const body = jettonTransferBody({ ...transfer, forwardAmount: 1n, forwardPayload: null });
    const message = orderOf(alice!, { to: wallet, amount: TON / 2n, body });
    const { actions, isIncomplete } = await emulate(message, { withActions: true });
    expect([actions?.map(({ type }) => type), isIncomplete]).toEqual([['jetton_transfer', 'contract_deploy'], false]);
    expect(actions?.[0]?.contract).toMatchObject({
      success: true,
      details: {
        asset: formatAccountAddress(address),
        sender: formatAccountAddress(alice!.address),
        receiver: formatAccountAddress(bob!.address),
        amount: '100',
      },
    });
  }, 60_000);
});

it('a caller who has left is not waited for', async () => {
  const messageBoc = Buffer.from(writeBag([orderOf(alice!, { to: bob!.address, amount: TON })])).toString('base64');
  const call = { messageBoc, ignoresSignatures: true, withActions: true, withCells: false };
  await expect(executor.emulateTrace(call, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'timed_out',
  });
});
