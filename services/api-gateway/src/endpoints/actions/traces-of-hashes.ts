import { actionPlacesTable, columnsSql, hashPrefixOf, pickColumns, tracesTable } from '@tonriver/row-schema';
import {
  checkCallerWaits,
  hexListLiteral,
  hexOf,
  type MessagePlace,
  type PlacedTransaction,
  placeText,
  type TransactionPlace,
  type TransactionRecord,
} from '@tonriver/chain-reader';
import { tracesOf } from '../../answers/traces.ts';
import type { ReadingContext } from '../endpoint-definition.ts';
import { hasMessage } from '../find-transactions/by-hash.ts';
import { CANDIDATES_MAX, CANDIDATES_PER_READ, TOO_MANY_CANDIDATES } from '../find-transactions/limits.ts';
import type { TraceFilters } from './trace-request.ts';

/** A trace by its sort key. */
export interface TraceKey {
  readonly endLt: bigint;
  readonly traceId: Uint8Array;
}

/** What hashes in a request lead to. */
export interface NamedTraces {
  /** Undefined when the request names none. */
  readonly traceIds: readonly string[] | undefined;
  /** Only actions with one of these transactions, upper-case hex; undefined: all. */
  readonly transactions: ReadonlySet<string> | undefined;
}

/**
 * Finds the traces of the transactions and messages that a request names.
 *
 * @throws {GatewayError} `bad_request` when the hashes lead to more than 5,000 transactions
 */
export async function namedTraces(context: ReadingContext, filters: TraceFilters): Promise<NamedTraces> {
  const { transactionHashes, messageHashes } = filters;
  let traceIds = filters.traceIds === undefined ? undefined : new Set(filters.traceIds);
  let transactions: ReadonlySet<string> | undefined;
  const narrow = (found: FoundTransactions): void => {
    traceIds = intersection(traceIds, found.traceIds);
    transactions = intersection(transactions, found.hashes);
  };
  if (transactionHashes !== undefined) narrow(await transactionsWithHashes(context, transactionHashes));
  if (messageHashes !== undefined) narrow(await transactionsWithMessages(context, messageHashes));
  return { traceIds: traceIds === undefined ? undefined : [...traceIds], transactions };
}

function intersection(known: ReadonlySet<string> | undefined, found: ReadonlySet<string>): Set<string> {
  return new Set(known === undefined ? found : [...known].filter((item) => found.has(item)));
}

/** Hashes of transactions and of their traces, upper-case hexadecimal. */
interface FoundTransactions {
  readonly hashes: ReadonlySet<string>;
  readonly traceIds: ReadonlySet<string>;
}

async function transactionsWithHashes(context: ReadingContext, hashes: readonly string[]): Promise<FoundTransactions> {
  const wanted = new Set(hashes);
  const places = (await context.reader.transactionPlaces.getMany([...wanted])).flatMap((some) => some ?? []);
  return await transactionsAtPlaces(context, places, {
    isWantedPlace({ part, place }) {
      const hash = part.transactions.transactionHashAt(place);
      return hash !== undefined && wanted.has(hexOf(hash));
    },
    isWanted: ({ transaction }) => wanted.has(hexOf(transaction.hash)),
  });
}

async function transactionsWithMessages(
  context: ReadingContext,
  hashes: readonly string[],
): Promise<FoundTransactions> {
  const wanted = new Set(hashes);
  const distinct = new Map<string, TransactionPlace & { readonly messages: MessagePlace[] }>();
  for (const place of (await context.reader.messagePlaces.getMany([...wanted])).flatMap((some) => some ?? [])) {
    const key = placeText(place);
    const known = distinct.get(key) ?? { ...place, messages: [] };
    distinct.set(key, known);
    known.messages.push(place);
  }
  const isWanted = (hash: Uint8Array | null | undefined): boolean =>
    hash !== null && hash !== undefined && wanted.has(hexOf(hash));
  return await transactionsAtPlaces(context, [...distinct.values()], {
    isWantedPlace: (placed, { messages }) => hasMessage(placed, messages, wanted),
    isWanted: ({ inMessage, outMessages }) =>
      [inMessage, ...outMessages].some((message) => isWanted(message?.hash) || isWanted(message?.hashNorm)),
  });
}

/** Reads transactions some at a time: an external message may have been accepted thousands of times. */
async function transactionsAtPlaces<Place extends TransactionPlace>(
  { reader, dialect, visibility }: ReadingContext,
  places: readonly Place[],
  tests: {
    readonly isWantedPlace: (placed: PlacedTransaction, place: Place) => boolean;
    readonly isWanted: (record: TransactionRecord) => boolean;
  },
): Promise<FoundTransactions> {
  if (places.length > CANDIDATES_MAX) throw dialect.badRequest(TOO_MANY_CANDIDATES);
  const [hashes, traceIds] = [new Set<string>(), new Set<string>()];
  for (let from = 0; from < places.length; from += CANDIDATES_PER_READ) {
    const some = places.slice(from, from + CANDIDATES_PER_READ);
    const read = () => reader.records.atPlaces(some, tests.isWantedPlace, visibility);
    const records = (await reader.walking.run(read, some.length)).flat().filter(tests.isWanted);
    checkCallerWaits();
    const traceOf = await tracesOf(reader, dialect, records, visibility);
    for (const { keyText, transaction } of records) {
      hashes.add(hexOf(transaction.hash));
      const { traceId } = traceOf(keyText);
      if (traceId !== undefined) traceIds.add(hexOf(Buffer.from(traceId, 'base64')));
    }
  }
  return { hashes, traceIds };
}

const traceColumns = pickColumns(tracesTable, 'end_lt', 'trace_id');
const placeColumns = pickColumns(actionPlacesTable, 'end_lt', 'trace_id');

/** Returns the sort keys of traces by their ids. */
export async function keysOfTraces(
  { reader: { stores } }: ReadingContext,
  traceIds: readonly string[],
): Promise<readonly TraceKey[]> {
  if (traceIds.length === 0) return [];
  return await stores.gated.select(
    traceColumns,
    `SELECT ${columnsSql(traceColumns)} FROM traces FINAL WHERE trace_id IN ${hexListLiteral(traceIds)}`,
  );
}

/** Returns the sort keys of traces that may have some actions, and perhaps of others. */
export async function keysOfActions(
  { reader: { stores } }: ReadingContext,
  actionIds: readonly string[],
): Promise<readonly TraceKey[]> {
  const prefixes = actionIds.map((id) => hashPrefixOf(Buffer.from(id, 'hex')));
  if (prefixes.length === 0) return [];
  return await stores.gated.select(
    placeColumns,
    `SELECT DISTINCT ${columnsSql(placeColumns)} FROM action_places WHERE hash_prefix IN (${prefixes.join(', ')})`,
  );
}
