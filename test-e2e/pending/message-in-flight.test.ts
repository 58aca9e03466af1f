import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formatAccountAddress } from '@tonriver/chain-model';
import { createWallet } from '@tonriver/devnet-chain/testing';
import { eventually, temporaryDirectory } from '@tonriver/testing';
import type { StandaloneProcess } from '../devnet/standalone-process.ts';
import type { SentTransfer } from './jetton-holders.ts';
import { askForList, ROUNDS_OF_TRACE_MAX, startNetworkOnDemand } from './network-on-demand.ts';
import type { SeenAction } from './watch-transfers.ts';

const SEED = 'in-flight';
const BASES = ['/api', '/toncenter/api'];
const WAIT = { timeoutMs: 120_000, intervalMs: 50 };

interface SeenTransaction {
  readonly hash: string;
  readonly lt: string;
  readonly account: string;
  readonly emulated: boolean;
  readonly finality: string;
  readonly in_msg: { readonly hash: string };
  readonly out_msgs: readonly {
    readonly hash: string;
    readonly destination: string | null;
    readonly in_msg_tx_hash?: string | null;
  }[];
}

interface SeenTrace {
  readonly trace_id: string | null;
  readonly trace_info: { readonly trace_state: string };
  readonly transactions: Readonly<Record<string, SeenTransaction>>;
  readonly actions: readonly SeenAction[];
}

/** What a dialect answers of a message, all of it asked while no round comes. */
interface Look {
  readonly pendingTraces: readonly SeenTrace[];
  readonly pendingActions: readonly SeenAction[];
  readonly traces: readonly SeenTrace[];
  readonly actions: readonly SeenAction[];
  /** The transactions that blocks have of it, found from message to message. */
  readonly mined: readonly SeenTransaction[];
}

const folder = temporaryDirectory();
let standalone: StandaloneProcess;
let sent: SentTransfer;
/** For each dialect what was seen before the first round, after it, and so on until the trace had ended. */
const looks = new Map<string, Look[]>(BASES.map((base) => [base, []]));
/** What each dialect has of it at last. */
const finished = new Map<string, Look>();

beforeAll(async () => {
  const network = await startNetworkOnDemand(folder.path, { seed: SEED, wallets: 2, holders: 2 });
  ({ standalone } = network);
  const { holders } = network;
  const answer = await holders.transfer(0, { workchain: 0, hash: new Uint8Array(32).fill(0x9c) });
  if (!('hash' in answer)) throw new Error(`not taken: ${answer.status} ${answer.error}`);
  sent = answer;
  for (let round = 0; round < ROUNDS_OF_TRACE_MAX; round += 1) {
    if (await lookAtAll()) break;
    await network.makeRound();
  }
}, 400_000);
afterAll(async () => {
  await standalone?.process.stop();
  folder.remove();
}, 60_000);

const ask = (path: string, member: string) => askForList(standalone, path, member);

async function lookAt(base: string): Promise<Look> {
  const hash = encodeURIComponent(sent.hash);
  const [pendingTraces, pendingActions, traces, actions, mined] = await Promise.all([
    ask(`${base}/v3/pendingTraces?ext_msg_hash=${hash}`, 'traces'),
    ask(`${base}/v3/pendingActions?ext_msg_hash=${hash}`, 'actions'),
    ask(`${base}/v3/traces?msg_hash=${hash}&include_actions=true`, 'traces'),
    ask(`${base}/v3/actions?msg_hash=${hash}`, 'actions'),
    minedOf(base),
  ]);
  return { pendingTraces, pendingActions, traces, actions, mined } as Look;
}

/** Goes from the message to the transaction that took it, to those that took what this sent, and so on. */
async function minedOf(base: string): Promise<readonly SeenTransaction[]> {
  const open = [sent.hash];
  const mined: SeenTransaction[] = [];
  for (const hash of open) {
    const path = `${base}/v3/transactionsByMessage?direction=in&msg_hash=${encodeURIComponent(hash)}`;
    const found = (await ask(path, 'transactions')) as readonly SeenTransaction[];
    mined.push(...found);
    open.push(...found.flatMap((one) => one.out_msgs.filter((out) => out.destination !== null).map((out) => out.hash)));
  }
  return mined;
}

/** Whether blocks have a transaction for each message. */
function isWhole(mined: readonly SeenTransaction[]): boolean {
  const sentCount = mined.reduce((sum, one) => sum + one.out_msgs.filter((out) => out.destination !== null).length, 1);
  return mined.length === sentCount;
}

const hashesOf = (transactions: Iterable<SeenTransaction>): readonly string[] =>
  [...transactions].map(({ hash }) => hash).toSorted();
const realOf = ({ transactions }: SeenTrace): readonly SeenTransaction[] =>
  Object.values(transactions).filter(({ emulated }) => !emulated);

/**
 * A transaction without what says more while the trace is pending: the message that began the trace, and receivers that
 * are predicted.
 */
function asMined(transaction: SeenTransaction, isReal: (hash: string) => boolean): object {
  return {
    ...transaction,
    trace_external_hash: null,
    out_msgs: transaction.out_msgs.map((message) => ({
      ...message,
      in_msg_tx_hash: isReal(message.in_msg_tx_hash ?? '') ? message.in_msg_tx_hash : null,
    })),
  };
}

/** Looks at the message in every dialect, once its pending trace has what blocks have. Returns whether it has ended. */
async function lookAtAll(): Promise<boolean> {
  let hasEnded = false;
  for (const base of BASES) {
    let seen = await lookAt(base);
    const isKnown = (): boolean => {
      if (isWhole(seen.mined)) return seen.actions.length > 0 && seen.traces.length > 0;
      const [trace] = seen.pendingTraces;
      return trace !== undefined && isDeepStrictEqual(hashesOf(realOf(trace)), hashesOf(seen.mined));
    };
    await eventually(async () => isKnown() || ((seen = await lookAt(base)), isKnown()), WAIT);
    hasEnded = isWhole(seen.mined);
    if (hasEnded) finished.set(base, seen);
    else looks.get(base)!.push(seen);
  }
  return hasEnded;
}

const transferOf = (actions: readonly SeenAction[]): SeenAction => {
  const transfers = actions.filter(({ type }) => type === 'jetton_transfer');
  expect(transfers).toHaveLength(1);
  return transfers[0]!;
};

describe.each(BASES)('a message in flight, at %s', (base) => {
  it('is in several rounds, and a longer trace in each', () => {
    const counts = looks.get(base)!.map(({ mined }) => mined.length);
    process.stderr.write(`mined transactions before each round: ${counts.join(', ')}\n`);
    expect(counts[0]).toBe(0);
    expect(new Set(counts).size).toBeGreaterThan(2);
    expect(counts).toEqual(counts.toSorted((left, right) => left - right));
  });

  it('is neither in traces nor in actions before all of it is in blocks', () => {
    for (const { traces, actions } of looks.get(base)!) expect([traces, actions]).toEqual([[], []]);
  });

  it('is one pending trace: what blocks have of it, as they have it, and a prediction of the rest', () => {
    const [whole] = finished.get(base)!.traces;
    for (const { pendingTraces, mined } of looks.get(base)!) {
      expect(pendingTraces).toHaveLength(1);
      const [trace] = pendingTraces;
      expect(trace).toMatchObject({
        trace_id: mined.length === 0 ? null : whole!.trace_id,
        trace_info: { trace_state: 'pending' },
      });
      const transactions = Object.values(trace!.transactions);
      expect(new Set(transactions.map(({ emulated, finality }) => `${emulated} ${finality}`))).toEqual(
        new Set([...(mined.length === 0 ? [] : ['false finalized']), 'true pending']),
      );
      expect(transactions).toHaveLength(Object.keys(whole!.transactions).length);
      const isReal = (hash: string): boolean => trace!.transactions[hash]?.emulated === false;
      for (const real of realOf(trace!))
        expect(asMined(real, isReal)).toEqual(asMined(whole!.transactions[real.hash]!, isReal));
      // The same accounts take part in what is predicted.
      const accountsOf = (all: readonly SeenTransaction[]) => all.map(({ account }) => account).toSorted();
      expect(accountsOf(transactions)).toEqual(accountsOf(Object.values(whole!.transactions)));
    }
  });

  it('is one pending action all the time, of the same type and with the details that it ends with', () => {
    const { actions, traces } = finished.get(base)!;
    const last = transferOf(actions);
    expect(transferOf(traces[0]!.actions)).toMatchObject({ type: last.type, details: last.details });
    for (const { pendingActions, pendingTraces, mined } of looks.get(base)!) {
      const pending = transferOf(pendingActions);
      expect(pending).toMatchObject({
        details: last.details,
        trace_id: mined.length === 0 ? null : last.trace_id,
        trace_external_hash: sent.hash,
        finality: 'pending',
      });
      expect(transferOf(pendingTraces[0]!.actions).details).toEqual(last.details);
    }
  });

  it('leaves the pending lists when it has ended, and is in traces and actions as blocks have it', async () => {
    const { traces, mined } = finished.get(base)!;
    expect(hashesOf(Object.values(traces[0]!.transactions))).toEqual(hashesOf(mined));
    expect(realOf(traces[0]!)).toHaveLength(mined.length);
    expect(traces[0]!.trace_id).toBe(mined[0]!.hash);
    await eventually(async () => {
      const { pendingTraces, pendingActions } = await lookAt(base);
      return pendingTraces.length + pendingActions.length === 0;
    }, WAIT);
  });
});

it(`the address of the sender leads to the same: ${BASES.join(', ')}`, async () => {
  const account = formatAccountAddress(createWallet(`${SEED}/wallet/0`).address);
  for (const base of BASES) {
    const actions = await ask(
      `${base}/v3/actions?account=${account}&action_type=jetton_transfer&sort=desc&limit=1`,
      'actions',
    );
    expect(actions).toMatchObject([{ trace_external_hash: sent.hash }]);
  }
});
