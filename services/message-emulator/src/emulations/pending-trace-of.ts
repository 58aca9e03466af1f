import type { EmulatedTraceAnswer } from '@tonriver/api-model';
import { openEmulatedPart, writeMinedPart } from '@tonriver/block-rows';
import { formatAccountAddress } from '@tonriver/chain-model';
import type { PendingPart, PendingTrace } from '@tonriver/pending-store';
import type { FollowedTransaction } from '../mined/followed-transaction.ts';
import { isComplete, type LiveTrace, newestRound } from '../traces/live-trace.ts';

/** What readers get of a trace, after an emulation. */
export function pendingTraceOf(trace: LiveTrace, prediction: EmulatedTraceAnswer): PendingTrace {
  const { message, mined } = trace;
  const { seqno, isIncomplete, rootHash, parts: emulated, actions = [] } = prediction;
  const emulatedParts = emulated.map((part) => emulatedPartOf(part, seqno));
  const complete = isComplete(trace);
  return {
    key: message.key,
    externalHash: message.externalHash,
    state: complete ? 'complete' : 'pending',
    reason: null,
    seqno,
    isIncomplete,
    rootHash,
    isRootMined: mined.length > 0,
    endSeqno: complete ? newestRound(trace) : null,
    parts: [...minedParts(mined), ...emulatedParts.map(({ part }) => part)],
    actions,
    accounts: [
      ...new Set([
        message.account,
        ...mined.map(({ account }) => account),
        ...emulatedParts.flatMap(({ accounts }) => accounts),
        ...actions.flatMap(({ contract, deployed }) => [...accountsIn(contract), ...accountsIn(deployed)]),
      ]),
    ],
  };
}

/**
 * What is written of a trace that blocks have whole and that readers have as a finished one: what was written before,
 * when it still was a prediction, must not be shown any more. What it does is left out.
 */
export function finishedTrace(trace: LiveTrace): PendingTrace {
  const { message, mined } = trace;
  const endSeqno = newestRound(trace);
  return {
    key: message.key,
    externalHash: message.externalHash,
    state: 'complete',
    reason: null,
    seqno: endSeqno,
    isIncomplete: true,
    rootHash: mined[0]?.hash ?? null,
    isRootMined: true,
    endSeqno,
    parts: minedParts(mined),
    actions: [],
    accounts: [...new Set([message.account, ...mined.map(({ account }) => account)])],
  };
}

/** What readers get of a message that the chain does not take. */
export function refusedTrace({ message }: LiveTrace, reason: string, seqno: number): PendingTrace {
  return {
    key: message.key,
    externalHash: message.externalHash,
    state: 'refused',
    reason,
    seqno,
    isIncomplete: false,
    rootHash: null,
    isRootMined: false,
    endSeqno: null,
    parts: [],
    actions: [],
    accounts: [message.account],
  };
}

/** The mined transactions as parts, those of the first one's workchain first. */
export function minedParts(mined: readonly FollowedTransaction[]): PendingPart[] {
  const workchains = [...new Set(mined.map(({ workchain }) => workchain))];
  return workchains.map((workchain) => {
    const own = mined.filter((transaction) => transaction.workchain === workchain);
    return { workchain, content: base64(writeMinedPart(own)), places: own.map(({ place }) => place) };
  });
}

function emulatedPartOf(
  { workchain, content }: EmulatedTraceAnswer['parts'][number],
  seqno: number,
): { readonly part: PendingPart; readonly accounts: readonly string[] } {
  const opened = openEmulatedPart({ workchain, content: Uint8Array.from(Buffer.from(content, 'base64')) }, seqno);
  const accounts = Array.from({ length: opened.count }, (_, place) =>
    formatAccountAddress({ workchain, hash: opened.keyAt(place).account }),
  );
  return { part: { workchain, content, places: accounts.map(() => null) }, accounts };
}

function accountsIn(answer: Readonly<Record<string, unknown>>): readonly string[] {
  const { accounts } = answer;
  return Array.isArray(accounts) ? accounts.filter((account) => typeof account === 'string') : [];
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
