import type { PlacedTransaction, TransactionKey, TransactionPlace, TransactionRecord } from '@tonriver/chain-reader';
import { CANDIDATES_PER_READ } from './limits.ts';
import { createMatcher } from './matches.ts';
import { compareRecords, isAfter } from './order.ts';
import type { Search } from './request.ts';

/** A place with transactions of one time in one block, and which of them are meant. */
export interface PlacedCandidate {
  readonly place: TransactionPlace;
  readonly isWanted: (placed: PlacedTransaction) => boolean;
}

/** A candidate that is known by its place, or by its key. */
export type Candidate = PlacedCandidate | { readonly key: TransactionKey };

/**
 * Returns a page of all given candidates that match, each once. In the order of lt they are read until the page is
 * full, otherwise all.
 */
export async function pageOfPlaces(
  search: Search,
  candidates: readonly Candidate[],
): Promise<readonly TransactionRecord[]> {
  const { request } = search;
  const { limit, offset } = request.page;
  const sign = request.order === 'asc' ? 1 : -1;
  const neededCount = request.orderBy === 'lt' ? offset + limit : Number.POSITIVE_INFINITY;
  const ordered = candidates.toSorted((left, right) =>
    ltOf(left) === ltOf(right) ? 0 : ltOf(left) < ltOf(right) ? -sign : sign,
  );
  const matches = createMatcher(request);
  const compare = compareRecords(request);
  const found: TransactionRecord[] = [];
  for (let start = 0; start < ordered.length && found.length < neededCount; ) {
    let end = Math.min(start + CANDIDATES_PER_READ, ordered.length);
    // Transactions of one time are put into order together, by their accounts.
    while (end < ordered.length && ltOf(ordered[end]!) === ltOf(ordered[end - 1]!)) end += 1;
    const records = await readCandidates(search, ordered.slice(start, end));
    found.push(...records.filter((record) => matches(record) && isAfter(request, record.key)).toSorted(compare));
    start = end;
  }
  if (request.orderBy !== 'lt') found.sort(compare);
  return found.slice(offset, offset + limit);
}

function ltOf(candidate: Candidate): bigint {
  return 'key' in candidate ? candidate.key.lt : candidate.place.lt;
}

async function readCandidates(
  { reader, visible }: Search,
  candidates: readonly Candidate[],
): Promise<readonly TransactionRecord[]> {
  const keys = candidates.flatMap((one) => ('key' in one ? [one.key] : []));
  const placed = candidates.filter((one) => 'place' in one);
  const isWantedAt = new Map(placed.map(({ place, isWanted }) => [place, isWanted]));
  const [ofKeys, ofPlaces] = await Promise.all([
    reader.records.getMany(keys, visible),
    reader.records.atPlaces(
      placed.map(({ place }) => place),
      (found, place) => isWantedAt.get(place)?.(found) === true,
      visible,
    ),
  ]);
  const records = [...ofKeys, ...ofPlaces.flat()];
  return [...new Map(records.map((record) => [record.keyText, record])).values()];
}
