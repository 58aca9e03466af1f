import {
  hexOf,
  type MessagePlace,
  type PlacedTransaction,
  placeText,
  type TransactionPlace,
} from '@tonriver/chain-reader';
import { CANDIDATES_MAX, TOO_MANY_CANDIDATES } from './limits.ts';
import { type PlacedCandidate, pageOfPlaces } from './places.ts';
import { type FoundPage, pageRead, type Search } from './request.ts';

/**
 * Finds transactions by hashes of messages or of transactions. Access path: the places of the hashes (`message_places`,
 * `transaction_places`), then the parts there. The other filters are tried on what is found.
 */
export async function findByHash(search: Search): Promise<FoundPage> {
  const { msg_hash: messageHashes = [], hash: hashes = [] } = search.request.filters;
  const candidates =
    messageHashes.length > 0
      ? await placesOfMessages(search, messageHashes)
      : await placesOfTransactions(search, hashes);
  if (candidates.length > CANDIDATES_MAX) throw search.refuse(TOO_MANY_CANDIDATES);
  return pageRead(await pageOfPlaces(search, candidates));
}

async function placesOfMessages(
  { reader, request: { direction } }: Search,
  wanted: readonly Uint8Array[],
): Promise<readonly PlacedCandidate[]> {
  const hashes = new Set(wanted.map(hexOf));
  const distinct = new Map<string, { place: TransactionPlace; messages: MessagePlace[] }>();
  for (const place of (await reader.messagePlaces.getMany([...hashes])).flatMap((some) => some ?? [])) {
    if (direction !== undefined && place.direction !== direction) continue;
    const key = placeText(place);
    distinct.set(key, { place, messages: [...(distinct.get(key)?.messages ?? []), place] });
  }
  return [...distinct.values()].map(({ place, messages }) => ({
    place,
    isWanted: (placed) => hasMessage(placed, messages, hashes),
  }));
}

/** Tells whether a transaction has one of the messages at a place. A normalised hash is compared later. */
export function hasMessage(
  { part, place }: PlacedTransaction,
  messages: readonly MessagePlace[],
  hashes: ReadonlySet<string>,
): boolean {
  return messages.some(({ direction, position, isNorm }) => {
    const hash = part.transactions.messageHashAt(place, direction, position);
    return hash !== undefined && (isNorm || hashes.has(hexOf(hash)));
  });
}

async function placesOfTransactions(
  { reader }: Search,
  wanted: readonly Uint8Array[],
): Promise<readonly PlacedCandidate[]> {
  const hashes = new Set(wanted.map(hexOf));
  const isWanted = ({ part, place }: PlacedTransaction): boolean => {
    const hash = part.transactions.transactionHashAt(place);
    return hash !== undefined && hashes.has(hexOf(hash));
  };
  const places = (await reader.transactionPlaces.getMany([...hashes])).flatMap((some) => some ?? []);
  return [...new Map(places.map((place) => [placeText(place), place])).values()].map((place) => ({ place, isWanted }));
}
