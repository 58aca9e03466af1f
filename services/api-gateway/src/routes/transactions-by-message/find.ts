import type { GatewayError } from '../../gateway-error.ts';
import { blockKeyText } from '../../reading/blocks.ts';
import { hexOf } from '../../reading/bytes.ts';
import type { ChainReader } from '../../reading/chain-reader.ts';
import { type MessagePlace, placeText, type TransactionPlace } from '../../reading/hash-places.ts';
import type { MessageIndexQuery } from '../../reading/message-index.ts';
import { HoleError } from '../../reading/holes.ts';
import { isInRange, type VisibleRounds } from '../../reading/required-rows.ts';
import { compareTransactionKeys, type TransactionKey } from '../../reading/transaction-key.ts';
import type { PlacedTransaction } from '../../reading/transaction-parts.ts';
import type { TransactionRecord } from '../../reading/transaction-records.ts';
import { createMatcher } from './matches.ts';
import type { TransactionsByMessageRequest } from './query.ts';

/** The most transactions that one request examines. A filter that almost nothing matches must not read the chain. */
const CANDIDATES_MAX = 5_000;
/** The most index rows that one request reads, for a large offset or for filters that the index does not serve. */
const INDEX_ROWS_MAX = 200_000;
/** The most examined transactions that do not match, so that an expensive request is refused soon. */
export const MISFITS_MAX = 1_000;
/** How many candidates are read at a time, to try filters that no index serves. */
const CANDIDATES_PER_READ = 500;

/**
 * Returns the transactions of one page, distinct and in total order.
 *
 * Candidates come from hashes (of messages or transactions), from accounts, or else from the index by opcode or body
 * hash. The other filters are tried on the candidates.
 *
 * The cost is limited in numbers, so that a refusal does not depend on the load of the machine.
 *
 * @throws {GatewayError} `bad_request` when more than `CANDIDATES_MAX`, `MISFITS_MAX` or `INDEX_ROWS_MAX` would be
 * needed
 */
export async function findTransactions(
  reader: ChainReader,
  request: TransactionsByMessageRequest,
  visible: VisibleRounds,
  refuse: Refuse,
): Promise<FoundPage> {
  const named = await namedPlaces(reader, request);
  if (named !== undefined) {
    if (named.places.length > CANDIDATES_MAX) throw refuse(TOO_MANY_CANDIDATES);
    return pageFound(await pageOf(reader, request, visible, named));
  }
  return await indexedPage(reader, request, visible, refuse);
}

/** Reads the transactions of a page. `read` is called when there is room for `count` of them. */
export interface FoundPage {
  readonly count: number;
  readonly read: () => Promise<readonly TransactionRecord[]>;
}

function pageFound(records: readonly TransactionRecord[]): FoundPage {
  return { count: records.length, read: async () => records };
}

/** Creates the error for an invalid request, with the text and status of the dialect. */
type Refuse = (text: string) => GatewayError;

const TOO_MANY_CANDIDATES = `filters are too broad: more than ${CANDIDATES_MAX} transactions would have to be read`;
const TOO_MANY_ROWS =
  `offset is too large or filters are too broad: more than ${INDEX_ROWS_MAX} messages would have to be looked at; ` +
  'start_lt and end_lt narrow them';

interface NamedPlace extends TransactionPlace {
  /** The messages that were looked for; none when transactions were. */
  readonly messages: readonly MessagePlace[];
}

/** Where transactions with some hashes are, and which of those at a place they are. */
interface NamedPlaces {
  readonly places: readonly NamedPlace[];
  readonly isWanted: (placed: PlacedTransaction, place: NamedPlace) => boolean;
}

/** Returns distinct places of candidates by hash; undefined if the request has no hash. */
async function namedPlaces(
  reader: ChainReader,
  { filters, direction }: TransactionsByMessageRequest,
): Promise<NamedPlaces | undefined> {
  // Only standard addresses have transactions.
  if (filters.account?.every(({ kind }) => kind !== 'std') === true) return { places: [], isWanted: () => false };
  if (filters.msg_hash !== undefined) {
    const hashes = new Set(filters.msg_hash.map(hexOf));
    const distinct = new Map<string, NamedPlace>();
    for (const place of (await reader.messagePlaces.getMany([...hashes])).flatMap((some) => some ?? [])) {
      if (direction !== undefined && place.direction !== direction) continue;
      const key = placeText(place);
      const messages = distinct.get(key)?.messages ?? [];
      distinct.set(key, { ...place, messages: [...messages, place] });
    }
    return { places: [...distinct.values()], isWanted: (placed, place) => hasMessage(placed, place, hashes) };
  }
  if (filters.hash === undefined) return undefined;
  const hashes = new Set(filters.hash.map(hexOf));
  const distinct = new Map<string, NamedPlace>();
  for (const place of (await reader.transactionPlaces.getMany([...hashes])).flatMap((some) => some ?? [])) {
    distinct.set(placeText(place), { ...place, messages: [] });
  }
  return {
    places: [...distinct.values()],
    isWanted({ part, place }) {
      const hash = part.transactions.transactionHashAt(place);
      return hash !== undefined && hashes.has(hexOf(hash));
    },
  };
}

/** Tells whether a transaction has one of the messages at a place. A normalised hash is compared later. */
function hasMessage(
  { part, place }: PlacedTransaction,
  { messages }: NamedPlace,
  hashes: ReadonlySet<string>,
): boolean {
  return messages.some(({ direction, position, isNorm }) => {
    const hash = part.transactions.messageHashAt(place, direction, position);
    return hash !== undefined && (isNorm || hashes.has(hexOf(hash)));
  });
}

/** Reads candidates in order until the page is full, so that not all places of a hash are read. */
async function pageOf(
  reader: ChainReader,
  request: TransactionsByMessageRequest,
  visible: VisibleRounds,
  named: NamedPlaces,
): Promise<readonly TransactionRecord[]> {
  const { limit, offset } = request.page;
  const sign = request.order === 'asc' ? 1 : -1;
  const ordered = named.places.toSorted((left, right) =>
    left.lt === right.lt ? 0 : left.lt < right.lt ? -sign : sign,
  );
  const matches = createMatcher(request);
  const found: TransactionRecord[] = [];
  for (let start = 0; start < ordered.length && found.length < offset + limit; ) {
    let end = Math.min(start + CANDIDATES_PER_READ, ordered.length);
    // Transactions of one time are put into order together, by their accounts.
    while (end < ordered.length && ordered[end]!.lt === ordered[end - 1]!.lt) end += 1;
    const records = (await reader.records.atPlaces(ordered.slice(start, end), named.isWanted, visible)).flat();
    found.push(
      ...records.filter(matches).toSorted((left, right) => sign * compareTransactionKeys(left.key, right.key)),
    );
    start = end;
  }
  return found.slice(offset, offset + limit);
}

async function indexedPage(
  reader: ChainReader,
  request: TransactionsByMessageRequest,
  visible: VisibleRounds,
  refuse: Refuse,
): Promise<FoundPage> {
  const query = await indexQuery(reader, request, visible);
  const { limit, offset } = request.page;
  const budget = { rowsLeft: INDEX_ROWS_MAX };
  const walk = async (page: Pick<MessageIndexQuery, 'limit' | 'offset' | 'after'>) => {
    const keys = await reader.messageIndex({ ...query, ...page }, budget);
    if (keys === undefined) throw refuse(TOO_MANY_ROWS);
    return keys;
  };
  if (!hasOtherFilters(request, query)) {
    const keys = await walk({ limit, offset, after: undefined });
    return { count: keys.length, read: () => reader.records.getMany(keys, visible) };
  }
  const matches = createMatcher(request);
  const found: TransactionRecord[] = [];
  let after: TransactionKey | undefined;
  for (let triedCount = 0; found.length < offset + limit; ) {
    if (triedCount >= CANDIDATES_MAX || triedCount - found.length >= MISFITS_MAX) throw refuse(TOO_MANY_CANDIDATES);
    const keys = await walk({ limit: CANDIDATES_PER_READ, offset: 0, after });
    const candidates = await reader.walking.run(() => reader.records.getMany(keys, visible), CANDIDATES_PER_READ);
    found.push(...candidates.filter(matches));
    triedCount += keys.length;
    after = keys.at(-1);
    if (keys.length < CANDIDATES_PER_READ) break;
  }
  return pageFound(found.slice(offset, offset + limit));
}

type IndexQuery = Omit<MessageIndexQuery, 'limit' | 'offset' | 'after'>;

async function indexQuery(
  reader: ChainReader,
  { filters, direction, order }: TransactionsByMessageRequest,
  visible: VisibleRounds,
): Promise<IndexQuery> {
  const { opcode, body_hash: bodyHash, lt, start_lt: startLt, end_lt: endLt, mc_seqno: mcSeqno } = filters;
  const { workchain, shard, seqno } = filters;
  // Rounds and blocks are narrow spans of logical time, and the indexes are sorted by it.
  const round = mcSeqno === undefined ? undefined : await reader.blocks.rounds.get(String(mcSeqno));
  if (round === undefined && isInRange(visible, mcSeqno)) {
    throw new HoleError({ table: 'rounds', requiredBy: 'watermarks', key: String(mcSeqno) });
  }
  const hasBlock = workchain !== undefined && shard !== undefined && seqno !== undefined;
  const block = hasBlock ? await reader.blocks.byKey.get(blockKeyText({ workchain, shard, seqno })) : undefined;
  return {
    by: indexKey(filters.account, opcode, bodyHash),
    direction,
    workchain,
    mcBlockSeqno: round === undefined ? undefined : mcSeqno,
    ltMin: highest([lt, startLt, round?.startLt, block?.startLt]),
    ltMax: lowest([lt, endLt, round?.endLt, block?.endLt]),
    order,
    indexedSeqno: visible.indexedSeqno,
  };
}

function indexKey(
  accounts: TransactionsByMessageRequest['filters']['account'],
  opcode: number | undefined,
  bodyHash: Uint8Array | undefined,
): IndexQuery['by'] {
  if (accounts !== undefined) {
    const standard = accounts.filter((address) => address.kind === 'std');
    return {
      kind: 'accounts',
      accounts: standard.map(({ workchain, hash }) => ({ workchain, account: hash })),
      opcode,
      bodyHash,
    };
  }
  if (bodyHash !== undefined) return { kind: 'body_hash', bodyHash };
  return { kind: 'opcode', opcode: opcode ?? 0 };
}

/** Tells whether there are filters that the index query does not apply. */
function hasOtherFilters({ filters }: TransactionsByMessageRequest, { mcBlockSeqno }: IndexQuery): boolean {
  const { source, destination, shard, seqno, mc_seqno: mcSeqno, start_utime, end_utime } = filters;
  const others = [source, destination, shard, seqno, mcBlockSeqno === undefined ? mcSeqno : undefined];
  others.push(start_utime, end_utime);
  const hasBoth = filters.opcode !== undefined && filters.body_hash !== undefined && filters.account === undefined;
  return hasBoth || others.some((filter) => filter !== undefined);
}

function highest(values: readonly (bigint | undefined)[]): bigint | undefined {
  return values.reduce((best, value) => (value !== undefined && (best === undefined || value > best) ? value : best));
}

function lowest(values: readonly (bigint | undefined)[]): bigint | undefined {
  return values.reduce((best, value) => (value !== undefined && (best === undefined || value < best) ? value : best));
}
