import type { MessageIndexQuery, TransactionKey, TransactionRecord } from '@tonriver/chain-reader';
import type { TransactionFilters } from './filters.ts';
import {
  CANDIDATES_MAX,
  CANDIDATES_PER_READ,
  INDEX_ROWS_MAX,
  MISFITS_MAX,
  TOO_MANY_CANDIDATES,
  TOO_MANY_MISFITS,
  TOO_MANY_ROWS,
} from './limits.ts';
import { createMatcher } from './matches.ts';
import { compareRecords } from './order.ts';
import { type FoundPage, pageRead, type Search } from './request.ts';
import { firstRoundWhere, readRoundEnds } from './round-ends.ts';
import type { LtSpan } from './span.ts';

/**
 * Finds transactions by the opcode or the body of a message. Access path: the index of opcodes (`opcodes`), of bodies
 * (`body_hashes`), or, with accounts, the messages of the accounts (`messages`); then the parts of the page. Filters
 * that the index does not serve are tried on candidates.
 */
export async function findByMessageIndex(search: Search, span: LtSpan): Promise<FoundPage> {
  const { reader, request, visible, refuse } = search;
  const query = indexQuery(search, span);
  const budget = { rowsLeft: INDEX_ROWS_MAX };
  const walk = async (page: Pick<MessageIndexQuery, 'limit' | 'offset' | 'after'>) => {
    const keys = await reader.messageIndex({ ...query, ...page }, budget);
    if (keys === undefined) throw refuse(TOO_MANY_ROWS);
    return keys;
  };
  if (!hasOtherFilters(search, query)) {
    const keys = await walk({ ...request.page, after: request.after });
    return { count: keys.length, read: () => reader.records.getMany(keys, visible) };
  }
  return await pageOfIndex(search, walk);
}

/**
 * Tries candidates until the page is full. The index is in order of lt; where the answer is in order of time, a match
 * waits until what is left of the index is certainly later.
 */
async function pageOfIndex(
  search: Search,
  walk: (page: Pick<MessageIndexQuery, 'limit' | 'offset' | 'after'>) => Promise<readonly TransactionKey[]>,
): Promise<FoundPage> {
  const { reader, request, visible, refuse } = search;
  const { limit, offset } = request.page;
  const matches = createMatcher(request);
  const compare = compareRecords(request);
  let found: TransactionRecord[] = [];
  let waiting: TransactionRecord[] = [];
  let after = request.after;
  for (let [triedCount, isLast] = [0, false]; found.length < offset + limit && !isLast; ) {
    const matchCount = found.length + waiting.length;
    if (triedCount >= CANDIDATES_MAX) throw refuse(TOO_MANY_CANDIDATES);
    if (triedCount - matchCount >= MISFITS_MAX) throw refuse(TOO_MANY_MISFITS);
    const keys = await walk({ limit: CANDIDATES_PER_READ, offset: 0, after });
    const candidates = await reader.walking.run(() => reader.records.getMany(keys, visible), CANDIDATES_PER_READ);
    waiting.push(...candidates.filter(matches));
    triedCount += keys.length;
    after = keys.at(-1);
    isLast = keys.length < CANDIDATES_PER_READ || after === undefined;
    const isSettled = isLast || after === undefined ? () => true : await settledTest(search, after.lt);
    found = [...found, ...waiting.filter(isSettled).toSorted(compare)];
    waiting = waiting.filter((one) => !isSettled(one));
  }
  return pageRead(found.slice(offset, offset + limit));
}

/** Returns what tells whether nothing comes before a transaction of what the index has after a logical time. */
async function settledTest(
  { reader, request: { order, orderBy }, visible: { range } }: Search,
  lt: bigint,
): Promise<(record: TransactionRecord) => boolean> {
  if (orderBy !== 'now') return () => true;
  if (range === undefined) return () => false;
  if (order === 'desc') {
    // All transactions up to the time are in rounds up to this one.
    const end = await firstRoundWhere(reader, range, ({ settledLt }) => settledLt >= lt);
    return ({ transaction }) => end !== undefined && transaction.now > end.genUtime;
  }
  const end = await firstRoundWhere(reader, range, ({ endLt }) => endLt >= lt);
  if (end === undefined || end.seqno === range.firstSeqno) return () => false;
  // All transactions after the time are in rounds from this one on.
  const [before] = await readRoundEnds(reader, [end.seqno - 1]);
  return ({ transaction }) => before !== undefined && transaction.now < before.settledUtime;
}

type IndexQuery = Omit<MessageIndexQuery, 'limit' | 'offset' | 'after'>;

function indexQuery({ request, visible }: Search, { ltMin, ltMax, mcBlockSeqno }: LtSpan): IndexQuery {
  const { filters, direction, order } = request;
  const { opcode, body_hash: bodyHash, workchain } = filters;
  return {
    by: indexKey(filters.account, opcode, bodyHash),
    direction,
    workchain,
    mcBlockSeqno,
    ltMin,
    ltMax,
    order,
    indexedSeqno: visible.indexedSeqno,
  };
}

function indexKey(
  accounts: TransactionFilters['account'],
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
function hasOtherFilters({ request: { filters } }: Search, { mcBlockSeqno }: IndexQuery): boolean {
  const { source, destination, shard, seqno, mc_seqno: mcSeqno, start_utime, end_utime } = filters;
  const others = [source, destination, shard, seqno, mcBlockSeqno === undefined ? mcSeqno : undefined];
  others.push(start_utime, end_utime);
  const hasBoth = filters.opcode !== undefined && filters.body_hash !== undefined && filters.account === undefined;
  return hasBoth || others.some((filter) => filter !== undefined);
}
