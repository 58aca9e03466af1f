import type { MessageDirection } from '@tonriver/row-schema';
import {
  compareTransactionKeys,
  hexOf,
  isSameBytes,
  type MessagePlace,
  type TransactionRecord,
  type VisibleRounds,
} from '@tonriver/chain-reader';
import { messagesOf } from '../../answers/message-ends.ts';
import type { AnswerReader } from '../../answers/answer-reader.ts';

/** The transactions next to another one, oldest first. */
export interface Adjacent {
  readonly records: readonly TransactionRecord[];
  /** Every message has both its ends, so that no more can come. */
  readonly isWhole: boolean;
}

/** Finds the transactions at the other ends of a transaction's messages; undefined if it is not visible. */
export async function findAdjacent(
  reader: Pick<AnswerReader, 'records' | 'transactionPlaces' | 'messagePlaces'>,
  visible: VisibleRounds,
  { hash, direction }: { readonly hash: Uint8Array; readonly direction: MessageDirection | undefined },
): Promise<Adjacent | undefined> {
  const own = await readByHash(reader, visible, hash);
  if (own === undefined) return undefined;
  const messages = messagesOf(own).filter((message) => direction === undefined || message.direction === direction);
  const directionOf = new Map(messages.map((message) => [hexOf(message.hash), message.direction]));
  const hashes = [...directionOf.keys()];
  const found = await reader.messagePlaces.getMany(hashes);
  const places = hashes.flatMap((of, index) =>
    (found[index] ?? [])
      .filter((place) => !place.isNorm && place.direction !== directionOf.get(of))
      .map((place) => ({ ...place, of })),
  );
  const records = await reader.records.atPlaces(
    places,
    ({ part, place }, { direction: role, position, of }) => {
      const at = part.transactions.messageHashAt(place, role, position);
      return at !== undefined && hexOf(at) === of;
    },
    visible,
  );
  // The place only tells how the hash begins, and rows of older parsers are not compared with it.
  const connected = records.flatMap((some, index) => some.filter((record) => hasMessage(record, places[index]!)));
  const distinct = new Map(connected.map((record) => [record.keyText, record]));
  const sent = messages.filter((message) => message.direction === 'out' && message.kind === 'internal');
  const received = new Set(places.filter((place) => place.direction === 'in').map(({ of }) => of));
  return {
    records: [...distinct.values()].toSorted((left, right) => compareTransactionKeys(left.key, right.key)),
    isWhole: sent.every((message) => received.has(hexOf(message.hash))),
  };
}

async function readByHash(
  { records, transactionPlaces }: Pick<AnswerReader, 'records' | 'transactionPlaces'>,
  visible: VisibleRounds,
  hash: Uint8Array,
): Promise<TransactionRecord | undefined> {
  const places = (await transactionPlaces.get(hexOf(hash))) ?? [];
  const found = await records.atPlaces(
    places,
    ({ part, place }) => {
      const at = part.transactions.transactionHashAt(place);
      return at !== undefined && isSameBytes(at, hash);
    },
    visible,
  );
  return found.flat().find(({ transaction }) => isSameBytes(transaction.hash, hash));
}

function hasMessage(record: TransactionRecord, { direction, of }: MessagePlace & { readonly of: string }): boolean {
  return messagesOf(record).some((message) => message.direction === direction && hexOf(message.hash) === of);
}
