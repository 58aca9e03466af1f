import type { ApiAddress } from '@tonriver/api-model';
import { columnsSql, type MessageDirection, messagesTable, pickColumns } from '@tonriver/row-schema';
import { bytesLiteral, hexOf, visibleCondition } from '@tonriver/chain-reader';
import { isSystemAddress } from '../accounts/system-address.ts';
import { hasMessage } from './by-hash.ts';
import type { TransactionFilters } from './filters.ts';
import { INDEX_ROWS_MAX, MESSAGES_MAX, TOO_MANY_MESSAGES } from './limits.ts';
import { type Candidate, pageOfPlaces } from './places.ts';
import { type FoundPage, pageRead, type Search } from './request.ts';
import type { LtSpan } from './span.ts';

const columns = pickColumns(messagesTable, 'workchain', 'account', 'lt', 'mc_block_seqno', 'hash');
const ltColumns = pickColumns(messagesTable, 'lt');

type StandardAddress = Extract<ApiAddress, { readonly kind: 'std' }>;

/** Tells whether a request has a source or a destination by whose transactions messages are found. */
export function namesCorrespondent({ request: { filters } }: Search): boolean {
  return correspondentOf(filters) !== undefined;
}

/** The account whose messages are read, and what they are to it. */
function correspondentOf({
  source,
  destination,
}: TransactionFilters): { readonly account: StandardAddress; readonly direction: MessageDirection } | undefined {
  if (source?.kind === 'std' && !isSystemAddress(source)) return { account: source, direction: 'out' };
  return destination?.kind === 'std' ? { account: destination, direction: 'in' } : undefined;
}

/**
 * Finds transactions by the accounts that messages come from or go to. Access path: the messages that the source sent,
 * or those that the destination received, in `messages`; the transactions at their other ends by the places of their
 * hashes (`message_places`); then the parts. A message may be received long after it was sent, so all of them are read,
 * if they are few enough. A message in flight is found by its source: no index leads from the destination to its
 * sender.
 */
export async function findByCorrespondent(search: Search, span: LtSpan): Promise<FoundPage> {
  const correspondent = correspondentOf(search.request.filters);
  if (correspondent === undefined) return pageRead([]);
  const { account, direction } = correspondent;
  const messages = await readMessages(search, account, direction, span);
  if (messages === undefined) throw search.refuse(TOO_MANY_MESSAGES);
  return pageRead(await pageOfPlaces(search, await endsOf(search, messages, direction)));
}

type FoundMessage = Awaited<ReturnType<typeof selectMessages>>[number];

/** Returns the messages that an account sent or received; undefined if they are too many. */
async function readMessages(
  search: Search,
  account: StandardAddress,
  direction: MessageDirection,
  { ltMin, ltMax }: LtSpan,
): Promise<readonly FoundMessage[] | undefined> {
  const conditions = [`workchain = ${account.workchain} AND account = ${bytesLiteral(account.hash)}`];
  // The receiver's transaction is later than the sender's, and one of them is in the span.
  if (direction === 'in' && ltMin !== undefined) conditions.push(`lt >= ${ltMin}`);
  if (direction === 'out' && ltMax !== undefined) conditions.push(`lt <= ${ltMax}`);
  return await search.reader.walking.run(async () => {
    // Messages that do not match are looked at too.
    if (await hasManyRows(search, conditions)) return undefined;
    const matching = [...conditions, `direction = '${direction}'`, ...otherEnd(search.request.filters, direction)];
    // What was sent above the watermark may have been received in a block without a round, which is visible.
    const shown = direction === 'in' ? visibleCondition(search.visible.indexedSeqno) : '1';
    const messages = await selectMessages(search, { matching, shown, limit: MESSAGES_MAX + 1 });
    return messages.length > MESSAGES_MAX ? undefined : messages;
  }, MESSAGES_MAX);
}

/** Tells whether an account has more rows of messages than one request may look at. The engine stops after them. */
async function hasManyRows({ reader }: Search, conditions: readonly string[]): Promise<boolean> {
  const rows = await reader.stores.gated.select(
    ltColumns,
    `SELECT lt FROM messages WHERE ${conditions.join(' AND ')} ORDER BY lt LIMIT 1 OFFSET ${INDEX_ROWS_MAX}`,
  );
  return rows.length > 0;
}

interface MessageSelection {
  /** Conditions for all rows. */
  readonly matching: readonly string[];
  /** The condition for the newest row of a message. */
  readonly shown: string;
  readonly limit: number;
}

async function selectMessages({ reader }: Search, { matching, shown, limit }: MessageSelection) {
  const identity = 'workchain, account, lt, direction, position';
  return await reader.stores.gated.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM (
       SELECT workchain, account, lt, mc_block_seqno, hash FROM messages WHERE ${matching.join(' AND ')}
       ORDER BY ${identity}, row_version DESC LIMIT 1 BY ${identity}
     ) WHERE ${shown} LIMIT ${limit}`,
  );
}

/** Returns the conditions for the other end of messages, if it is an account too. */
function otherEnd({ source, destination }: TransactionFilters, direction: MessageDirection): readonly string[] {
  const [name, other] = direction === 'out' ? ['destination', destination] : ['source', source];
  if (typeof other !== 'object' || other.kind !== 'std') return [];
  return [
    `${name}_type = 'std' AND ${name}_workchain = ${other.workchain}`,
    `${name}_account = ${bytesLiteral(other.hash)}`,
  ];
}

/** Returns the transactions at both ends of messages. */
async function endsOf(
  { reader }: Search,
  messages: readonly FoundMessage[],
  direction: MessageDirection,
): Promise<readonly Candidate[]> {
  const hashes = [...new Set(messages.map(({ hash }) => hexOf(hash)))];
  const places = await reader.messagePlaces.getMany(hashes);
  const own = new Map(messages.map((message) => [`${message.lt}`, message]));
  const others = hashes.flatMap((hash, index) => {
    const wanted = new Set([hash]);
    return (places[index] ?? [])
      .filter((place) => place.direction !== direction && !place.isNorm)
      .map((place): Candidate => ({ place, isWanted: (placed) => hasMessage(placed, [place], wanted) }));
  });
  const keys = [...own.values()].map(({ workchain, account, lt, mcBlockSeqno }): Candidate => {
    return { key: { workchain, account, lt, mcBlockSeqno } };
  });
  return [...keys, ...others];
}
