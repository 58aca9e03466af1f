import { type TransactionPartRow, TRANSACTIONS_PER_PART } from '@tonriver/row-schema';
import type { AssembledRound, TransactionPlace } from '@tonriver/traces';
import { type AssembledRange, versionOfRange } from '../rounds/assembled-range.ts';
import { type LinkedTransaction, type Receiver, writePartLinks } from './part-links.ts';

/** What a round adds to one part. */
interface LinkedPart {
  readonly key: Pick<TransactionPartRow, 'blockRound' | 'workchain' | 'shard' | 'seqno' | 'part'>;
  readonly own: LinkedTransaction[];
  readonly receivers: Receiver[];
}

/**
 * Returns the links of an assembled round as rows of `transaction_parts`: one per part with a transaction or a receiver
 * in it.
 */
export function partLinkRows(
  range: Pick<AssembledRange, 'first'>,
  round: number,
  { memberships }: Pick<AssembledRound, 'memberships'>,
): readonly TransactionPartRow[] {
  const parts = new Map<string, LinkedPart>();
  const partOf = (workchain: number, { round: blockRound, shard, seqno, index }: TransactionPlace): LinkedPart => {
    const part = Math.floor(index / TRANSACTIONS_PER_PART);
    const text = `${workchain}:${shard}:${seqno}:${part}`;
    const known = parts.get(text) ?? { key: { blockRound, workchain, shard, seqno, part }, own: [], receivers: [] };
    parts.set(text, known);
    return known;
  };
  for (const { transaction, traceId, externalHash, sender } of memberships) {
    const { workchain, place, hash, inMessage } = transaction;
    partOf(workchain, place).own[place.index % TRANSACTIONS_PER_PART] = {
      hash: bytesOf(hash),
      inMessageHash: inMessage === null ? null : bytesOf(inMessage.hash),
      traceId: bytesOf(traceId),
      externalHash: externalHash === null ? null : bytesOf(externalHash),
      senderHash: sender === undefined ? null : bytesOf(sender.hash),
    };
    if (sender === undefined) continue;
    partOf(sender.workchain, sender.place).receivers.push({
      place: sender.place.index % TRANSACTIONS_PER_PART,
      position: sender.position,
      hash: bytesOf(hash),
    });
  }
  const version = versionOfRange(range);
  return [...parts.values()].map(({ key, own, receivers }) => ({
    ...key,
    kind: 'links',
    round,
    firstLt: 0n,
    lastLt: 0n,
    content: writePartLinks(own, receivers.toSorted(compareReceivers)),
    version,
  }));
}

/** The same bytes in every assembly, whatever the order of the transactions. */
function compareReceivers(left: Receiver, right: Receiver): number {
  return left.place - right.place || left.position - right.position;
}

function bytesOf(hash: string): Uint8Array {
  return Buffer.from(hash, 'base64');
}
