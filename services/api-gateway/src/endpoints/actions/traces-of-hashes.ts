import { actionPlacesTable, columnsSql, hashPrefixOf, pickColumns, tracesTable } from '@tonriver/row-schema';
import {
  hexListLiteral,
  hexOf,
  type MessagePlace,
  placeText,
  type TransactionPlace,
  type TransactionRecord,
} from '@tonriver/chain-reader';
import { tracesOf } from '../../answers/traces.ts';
import type { ReadingContext } from '../endpoint-definition.ts';
import { hasMessage } from '../find-transactions/by-hash.ts';
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

/** Finds the traces of the transactions and messages that a request names. */
export async function namedTraces(context: ReadingContext, filters: TraceFilters): Promise<NamedTraces> {
  const { transactionHashes, messageHashes } = filters;
  let traceIds = filters.traceIds === undefined ? undefined : new Set(filters.traceIds);
  let transactions: ReadonlySet<string> | undefined;
  const narrow = async (records: readonly TransactionRecord[]): Promise<void> => {
    const traceOf = await tracesOf(context.reader, context.dialect, records, context.visibility);
    const found = records.flatMap(({ keyText }) => {
      const id = traceOf(keyText).traceId;
      return id === undefined ? [] : [hexOf(Buffer.from(id, 'base64'))];
    });
    traceIds = intersection(traceIds, new Set(found));
    transactions = intersection(transactions, new Set(records.map(({ transaction }) => hexOf(transaction.hash))));
  };
  if (transactionHashes !== undefined) await narrow(await recordsOfTransactions(context, transactionHashes));
  if (messageHashes !== undefined) await narrow(await recordsOfMessages(context, messageHashes));
  return { traceIds: traceIds === undefined ? undefined : [...traceIds], transactions };
}

function intersection(known: ReadonlySet<string> | undefined, found: ReadonlySet<string>): Set<string> {
  return new Set(known === undefined ? found : [...known].filter((item) => found.has(item)));
}

async function recordsOfTransactions(
  { reader, visibility }: ReadingContext,
  hashes: readonly string[],
): Promise<readonly TransactionRecord[]> {
  const wanted = new Set(hashes);
  const places = (await reader.transactionPlaces.getMany([...wanted])).flatMap((some) => some ?? []);
  const found = await reader.records.atPlaces(
    places,
    ({ part, place }) => {
      const hash = part.transactions.transactionHashAt(place);
      return hash !== undefined && wanted.has(hexOf(hash));
    },
    visibility,
  );
  return found.flat().filter(({ transaction }) => wanted.has(hexOf(transaction.hash)));
}

async function recordsOfMessages(
  { reader, visibility }: ReadingContext,
  hashes: readonly string[],
): Promise<readonly TransactionRecord[]> {
  const wanted = new Set(hashes);
  const distinct = new Map<string, TransactionPlace & { readonly messages: MessagePlace[] }>();
  for (const place of (await reader.messagePlaces.getMany([...wanted])).flatMap((some) => some ?? [])) {
    const key = placeText(place);
    const known = distinct.get(key) ?? { ...place, messages: [] };
    distinct.set(key, known);
    known.messages.push(place);
  }
  const found = await reader.records.atPlaces(
    [...distinct.values()],
    (placed, { messages }) => hasMessage(placed, messages, wanted),
    visibility,
  );
  const isWanted = (hash: Uint8Array | null | undefined): boolean =>
    hash !== null && hash !== undefined && wanted.has(hexOf(hash));
  return found
    .flat()
    .filter(({ inMessage, outMessages }) =>
      [inMessage, ...outMessages].some((message) => isWanted(message?.hash) || isWanted(message?.hashNorm)),
    );
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
