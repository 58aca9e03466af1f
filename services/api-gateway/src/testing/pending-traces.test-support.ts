import { openEmulatedPart, openTransactionPart } from '@tonriver/block-rows';
import { storedCells } from '@tonriver/chain-reader/testing';
import type { PendingTrace } from '@tonriver/pending-store';
import type { EmulatedMessage } from './emulated-transfers.test-support.ts';

/** The block of every transaction that is said to be mined. */
export const minedPlace = { shard: '-9223372036854775808', seqno: 5, mcSeqno: 11 };

/**
 * What the store has of an emulated message.
 *
 * @param minedCount how many of the first transactions blocks have
 */
export function pendingTraceOf(
  { normalisedHash, hash, answer }: EmulatedMessage,
  minedCount = 0,
  changes: Partial<PendingTrace> = {},
): PendingTrace {
  const { seqno, isIncomplete, rootHash, parts, actions = [] } = answer;
  let left = minedCount;
  const accounts = new Set<string>();
  const placed = parts.map(({ workchain, content }) => {
    const opened = openEmulatedPart({ workchain, content: new Uint8Array(Buffer.from(content, 'base64')) }, seqno);
    const places = Array.from({ length: opened.count }, (_, place) => {
      accounts.add(rawAddressOf(workchain, opened.keyAt(place).account));
      left -= 1;
      return left >= 0 ? minedPlace : null;
    });
    return { workchain, content, places };
  });
  for (const { contract } of actions) {
    for (const account of contract['accounts'] as readonly string[]) accounts.add(account);
  }
  const isComplete = placed.every(({ places }) => places.every((place) => place !== null));
  return {
    key: normalisedHash,
    externalHash: hash,
    state: isComplete ? 'complete' : 'pending',
    reason: null,
    seqno,
    isIncomplete,
    rootHash,
    isRootMined: minedCount > 0,
    endSeqno: isComplete ? minedPlace.mcSeqno : null,
    parts: placed,
    actions,
    accounts: [...accounts],
    ...changes,
  };
}

/** A trace of transactions of a built block, of which only the first is said to be mined, with an action. */
export function builtPendingTrace(): { readonly trace: PendingTrace; readonly account: string } {
  const cells = storedCells();
  const part = openTransactionPart(cells);
  const places = Array.from({ length: part.count }, (_, place) => place);
  const hashes = places.map((place) => Buffer.from(part.transactionHashAt(place) ?? []).toString('base64'));
  const accounts = places.map((place) => rawAddressOf(cells.workchain, part.keyAt(place).account));
  const account = accounts.at(-1)!;
  const answer = {
    trace_id: hashes[0]!,
    action_id: hashes[0]!,
    start_lt: '1',
    end_lt: '2',
    start_utime: 1,
    end_utime: 2,
    trace_end_lt: '2',
    trace_end_utime: 2,
    trace_mc_seqno_end: 0,
    transactions: hashes,
    success: true,
    type: 'ton_transfer',
    details: { source: account, destination: account, value: '5' },
    accounts: [account],
    finality: 'finalized',
  };
  const trace: PendingTrace = {
    key: Buffer.alloc(32, 1).toString('base64'),
    externalHash: Buffer.alloc(32, 2).toString('base64'),
    state: 'pending',
    reason: null,
    seqno: 12,
    isIncomplete: false,
    rootHash: hashes[0]!,
    isRootMined: true,
    endSeqno: null,
    parts: [
      {
        workchain: cells.workchain,
        content: Buffer.from(cells.content).toString('base64'),
        places: places.map((place) => (place === 0 ? minedPlace : null)),
      },
    ],
    actions: [{ type: 'ton_transfer', ancestorTypes: [], isHidden: false, contract: answer, deployed: answer }],
    accounts: [...new Set(accounts)],
  };
  return { trace, account };
}

function rawAddressOf(workchain: number, account: Uint8Array): string {
  return `${workchain}:${Buffer.from(account).toString('hex').toUpperCase()}`;
}

/** A message that the chain does not take. */
export function refusedTraceOf(
  {
    normalisedHash,
    hash,
    answer,
  }: Pick<EmulatedMessage, 'normalisedHash' | 'hash'> & { readonly answer: { readonly seqno: number } },
  account: string,
): PendingTrace {
  return {
    key: normalisedHash,
    externalHash: hash,
    state: 'refused',
    reason: 'External message was not accepted',
    seqno: answer.seqno,
    isIncomplete: false,
    rootHash: null,
    isRootMined: false,
    endSeqno: null,
    parts: [],
    actions: [],
    accounts: [account],
  };
}
