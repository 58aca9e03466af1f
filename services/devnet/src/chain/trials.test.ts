import { describe, expect, it } from '@jest/globals';
import { CellBuilder } from '@tonriver/boc';
import { ACCOUNT_NONE, type AccountRecord } from '@tonriver/chain-builder';
import {
  createExternalQueue,
  type ExecutorCall,
  type ExecutorResult,
  type WaitingMessage,
} from '@tonriver/devnet-chain';
import { createTrials } from './trials.ts';

const address = { workchain: 0, hash: new Uint8Array(32).fill(1) };
const accountAt = (seqno: number): AccountRecord => ({
  hash: address.hash,
  status: 'active',
  cell: new CellBuilder().storeUint(seqno, 8).endCell(),
  balance: { grams: 0n, extra: [] },
  lastTransHash: new Uint8Array(32).fill(seqno),
  lastTransLt: BigInt(seqno),
  endLt: BigInt(seqno),
});
const messageOf = (seqno: number): WaitingMessage => {
  const hash = new Uint8Array(32).fill(100 + seqno);
  const boc = Uint8Array.of(seqno);
  return { hash, normalisedHash: hash, account: address, cell: ACCOUNT_NONE, boc, position: seqno, acceptedAt: 0 };
};

/** A wallet that accepts the message with its number, and then waits for the next one. Its account is one byte. */
function createWallet() {
  const queue = createExternalQueue({ messagesMax: 10, messagesPerAccountMax: 10 });
  const newest = { account: accountAt(0) };
  const runs: number[] = [];
  const hold: { next: Promise<void> } = { next: Promise.resolve() };
  const run = async ({ shardAccountBoc, cause }: ExecutorCall): Promise<ExecutorResult> => {
    const seqno = cause.kind === 'message' ? (cause.messageBoc[0] ?? 0) : 0;
    runs.push(seqno);
    const state = shardAccountBoc.length === 1 ? shardAccountBoc[0]! : newest.account.cell.bits[0]!;
    await hold.next;
    if (state !== seqno) return { kind: 'not_accepted', exitCode: 33, reason: `number ${seqno} instead of ${state}` };
    return { kind: 'transaction', transactionBoc: new Uint8Array(), shardAccountBoc: Uint8Array.of(state + 1) };
  };
  const trials = createTrials({ chain: { account: () => newest.account }, queue, executor: () => run });
  return { queue, newest, trials, runs, hold };
}

describe('a message is tried', () => {
  it('at the newest state and behind the messages that wait for its account', async () => {
    const { queue, trials } = createWallet();
    expect(await trials.try(messageOf(0))).toMatchObject({ kind: 'transaction' });
    expect(await trials.try(messageOf(1))).toMatchObject({ kind: 'not_accepted', reason: 'number 1 instead of 0' });
    queue.add(messageOf(0));
    expect(await trials.try(messageOf(1))).toMatchObject({ kind: 'transaction' });
    expect(await trials.try(messageOf(2))).toMatchObject({ kind: 'not_accepted', reason: 'number 2 instead of 1' });
  });

  it('in the place where the last one of its account was taken first, and is taken if either takes it', async () => {
    const { queue, trials, runs } = createWallet();
    queue.add(messageOf(0));
    const tryAt = async (seqno: number) => {
      runs.length = 0;
      const result = await trials.try(messageOf(seqno));
      return [result.kind === 'not_accepted' ? result.reason : result.kind, ...runs];
    };
    expect(await tryAt(0)).toEqual(['transaction', 0]);
    expect(await tryAt(1)).toEqual(['transaction', 1, 0, 1]);
    expect(await tryAt(1)).toEqual(['transaction', 1]);
    expect(await tryAt(0)).toEqual(['transaction', 0, 0]);
    expect(await tryAt(0)).toEqual(['transaction', 0]);
    expect(await tryAt(2)).toEqual(['number 2 instead of 1', 2, 2]);
    expect(await tryAt(1)).toEqual(['transaction', 1, 1]);
    expect(await tryAt(2)).toEqual(['number 2 instead of 1', 2, 2]);
  });

  it('without running the messages before it again in the same round', async () => {
    const { queue, trials, runs } = createWallet();
    for (const seqno of [0, 1, 2]) {
      queue.add(messageOf(seqno));
      expect(await trials.try(messageOf(seqno + 1))).toMatchObject({ kind: 'transaction' });
    }
    // The first one is refused at the newest state. The next one is tried behind the others at once, while few wait.
    expect(runs).toEqual([1, 0, 1, 1, 2, 3, 2, 3]);
  });

  it('at one moment: a round that is made meanwhile does not hide the messages that waited', async () => {
    const { queue, newest, trials, hold } = createWallet();
    queue.add(messageOf(0));
    let release: () => void = () => undefined;
    hold.next = new Promise((resolve) => {
      release = resolve;
    });
    const trying = trials.try(messageOf(1));
    // The round takes message 0.
    newest.account = accountAt(1);
    queue.remove(messageOf(0));
    trials.forget();
    release();
    expect(await trying).toMatchObject({ kind: 'transaction' });
  });
});
