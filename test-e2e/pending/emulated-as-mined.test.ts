import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Cell, CellBuilder } from '@tonriver/boc';
import type { Wallet } from '@tonriver/devnet-chain';
import { addressOfState, commentBody, relayBody, relayState } from '@tonriver/devnet-contracts';
import { eventually, temporaryDirectory } from '@tonriver/testing';
import { postMessage } from './jetton-holders.ts';
import { askForList, type NetworkOnDemand, ROUNDS_OF_TRACE_MAX, startNetworkOnDemand } from './network-on-demand.ts';

const WALLETS = 12;
const TURNS = 4;
const WAIT = { timeoutMs: 120_000, intervalMs: 50 };
const TON = 1_000_000_000n;

type Members = Readonly<Record<string, unknown>>;

interface SeenMessage extends Members {
  readonly hash: string;
  readonly message_content: Members | null;
}

interface SeenTransaction extends Members {
  readonly hash: string;
  readonly lt: string;
  readonly emulated: boolean;
  readonly in_msg: SeenMessage;
  readonly out_msgs: readonly SeenMessage[];
  /** All null of a state between two transactions of one block, which blocks do not have. */
  readonly account_state_before: { readonly balance: string | null };
  readonly account_state_after: { readonly balance: string | null };
}

interface SeenTrace {
  readonly transactions: Readonly<Record<string, SeenTransaction>>;
}

/** A trace as it was predicted before any block had a part of it, and as blocks have it. */
interface Pair {
  readonly what: string;
  readonly emulated: SeenTrace;
  readonly mined: SeenTrace;
}

const folder = temporaryDirectory();
let network: NetworkOnDemand;
const pairs: Pair[] = [];
const seqnos = Array.from({ length: WALLETS }, () => 0);

beforeAll(async () => {
  network = await startNetworkOnDemand(folder.path, { seed: 'as-mined', wallets: WALLETS, holders: 4 });
  await deployRelay();
  for (let turn = 0; turn < TURNS; turn += 1) await playTurn(turn);
}, 600_000);
afterAll(async () => {
  await network?.standalone.process.stop();
  folder.remove();
}, 60_000);

/** A contract that throws at bodies that it does not understand. */
const relay = relayState(TURNS);

async function deployRelay(): Promise<void> {
  await postMessage(network.standalone.url, transfer(9, { to: addressOfState(relay), state: relay }));
  for (let round = 0; round < ROUNDS_OF_TRACE_MAX; round += 1) await network.makeRound();
}

/** Sends a message of each kind, looks at what is predicted, then lets blocks take them. */
async function playTurn(turn: number): Promise<void> {
  const sent = new Map<string, string>();
  for (const [what, message] of messagesOf(turn)) {
    const { status, json } = await postMessage(network.standalone.url, message);
    if (json.message_hash === undefined) throw new Error(`${what}: ${status} ${json.error}`);
    sent.set(what, json.message_hash);
  }
  const predicted = new Map<string, SeenTrace>();
  for (const [what, hash] of sent) {
    const find = async (): Promise<boolean> => {
      const [trace] = await ask('pendingTraces', `ext_msg_hash=${encodeURIComponent(hash)}`);
      if (trace !== undefined && Object.values(trace.transactions).length > 0) predicted.set(what, trace);
      return predicted.has(what);
    };
    await eventually(find, WAIT);
  }
  const mined = new Map<string, SeenTrace>();
  for (let round = 0; round < ROUNDS_OF_TRACE_MAX && mined.size < sent.size; round += 1) {
    await network.makeRound();
    for (const [what, hash] of sent) {
      const [trace] = await ask('traces', `msg_hash=${encodeURIComponent(hash)}`);
      if (trace !== undefined) mined.set(what, trace);
    }
  }
  // The last ones may end in a round whose traces are not served yet.
  for (const [what, hash] of sent) {
    await eventually(async () => {
      const [trace] = await ask('traces', `msg_hash=${encodeURIComponent(hash)}`);
      if (trace !== undefined) mined.set(what, trace);
      return mined.has(what);
    }, WAIT);
    pairs.push({ what, emulated: predicted.get(what)!, mined: mined.get(what)! });
  }
}

/** Messages that do not depend on each other, one of each wallet. */
function* messagesOf(turn: number): Generator<readonly [string, Cell]> {
  const { holders, wallets } = network;
  const fresh = (number: number) => ({ workchain: 0, hash: new Uint8Array(32).fill(turn * 16 + number) });
  yield ['jettons for a holder', holders.message(0, wallets[1]!.address)];
  yield ['jettons for a new holder', holders.message(2, fresh(1))];
  for (const from of [0, 2]) holders.skip(from);
  const state = relayState(turn);
  const to = addressOfState(state);
  const pass = (hops: number, response: Wallet) =>
    relayBody({ queryId: 7n, hops, next: to, response: response.address });
  yield ['a comment', transfer(4, { to: wallets[5]!.address, body: commentBody('to a wallet') })];
  yield ['a gift for a new account', transfer(6, { to: fresh(2) })];
  yield ['a deployment and a chain of messages', transfer(7, { to, state, body: pass(6, wallets[8]!) })];
  yield [
    'what a contract does not understand',
    transfer(9, { to: addressOfState(relay), body: commentBody('?'), bounce: true }),
  ];
  yield ['more than a wallet has', transfer(10, { to: wallets[11]!.address, amount: TON * 100_000_000n })];
}

function transfer(
  from: number,
  order: Partial<Parameters<Wallet['transfer']>[0]> & Pick<Parameters<Wallet['transfer']>[0], 'to'>,
): Cell {
  const validUntil = Math.floor(Date.now() / 1_000) + 3_600;
  const body = new CellBuilder().endCell();
  return network.wallets[from]!.transfer({
    amount: TON / 2n,
    bounce: false,
    body,
    seqno: seqnos[from]!++,
    validUntil,
    ...order,
  });
}

const ask = async (endpoint: string, query: string): Promise<readonly SeenTrace[]> =>
  (await askForList(network.standalone, `/api/v3/${endpoint}?${query}`, 'traces')) as readonly SeenTrace[];

/** Members that block time, logical time and the place in a block enter, and hashes over these. */
const OF_TIME: ReadonlySet<string> = new Set([
  'account_state_hash_after',
  'account_state_hash_before',
  'block_ref',
  'created_at',
  'created_lt',
  'emulated',
  'finality',
  'hash',
  'hash_norm',
  'in_msg_tx_hash',
  'last_trans_hash',
  'last_transaction_hash',
  'last_transaction_lt',
  'lt',
  'mc_block_seqno',
  'mc_seqno',
  'now',
  'out_msg_tx_hash',
  'prev_trans_hash',
  'prev_trans_lt',
  'trace_external_hash',
  'trace_id',
  'vm_final_state_hash',
  'vm_init_state_hash',
]);

/** Values by path, but for those of time. Hashes of cells that no time enters stay: those of bodies, code and data. */
function valuesOf(value: unknown, path = ''): (readonly [string, unknown])[] {
  if (value === null || typeof value !== 'object') return [[path, value]];
  return Object.entries(value).flatMap(([name, member]) => {
    const isCell = /(message_content|init_state)$/.test(path) && name === 'hash';
    if (OF_TIME.has(name) && !isCell) return [];
    return valuesOf(member, `${path}.${name}`);
  });
}

const SIDES = ['account_state_before', 'account_state_after'] as const;
const withoutNumbers = (path: string): string => path.replaceAll(/\.\d+\b/g, '.*');

/** The transactions of a trace, in the order of its tree: each behind the one that sent its message. */
function inOrder({ transactions }: SeenTrace): readonly SeenTransaction[] {
  const byMessage = new Map(Object.values(transactions).map((one) => [one.in_msg.hash, one]));
  const sent = new Set(Object.values(transactions).flatMap((one) => one.out_msgs.map(({ hash }) => hash)));
  const order = Object.values(transactions).filter((one) => !sent.has(one.in_msg.hash));
  for (const one of order) order.push(...one.out_msgs.flatMap(({ hash }) => byMessage.get(hash) ?? []));
  return order;
}

it('a prediction is what blocks have, value for value, where neither time nor logical time enters', () => {
  const unequal = new Map<string, number>();
  let [equal, compared, between] = [0, 0, 0];
  for (const { what, emulated, mined } of pairs) {
    const [predicted, real] = [inOrder(emulated), inOrder(mined)];
    expect(predicted.every((one) => one.emulated) && real.every((one) => !one.emulated)).toBe(true);
    expect([what, predicted.length]).toEqual([what, real.length]);
    for (const [index, one] of real.entries()) {
      const unknown = SIDES.filter((side) => one[side].balance === null);
      between += unknown.length;
      const [ours, theirs] = [predicted[index]!, one].map(
        (each) => new Map(valuesOf({ ...each, ...Object.fromEntries(unknown.map((side) => [side, null])) })),
      );
      expect([...ours!.keys()]).toEqual([...theirs!.keys()]);
      for (const [path, value] of theirs!) {
        compared += 1;
        if (ours!.get(path) === value) equal += 1;
        else unequal.set(withoutNumbers(path), (unequal.get(withoutNumbers(path)) ?? 0) + 1);
      }
    }
  }
  const share = ((100 * equal) / compared).toFixed(2);
  process.stderr.write(
    `${pairs.length} predicted traces: ${equal} of ${compared} values equal (${share} %), ${between} states are in no block\n`,
  );
  for (const [path, count] of unequal) process.stderr.write(`  ${path}: ${count}\n`);
  expect(pairs).toHaveLength(TURNS * 7);
  // What is paid for storage depends on the time since the account was last touched, and with it what is left and sent.
  const ofStorage = /^\.(total_fees|.+\.(storage_fees_collected|balance|credit|value))$/;
  expect([...unequal.keys()].filter((path) => !ofStorage.test(path))).toEqual([]);
});
