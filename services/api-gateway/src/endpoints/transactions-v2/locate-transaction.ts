import { columnsSql, messagesTable, pickColumns } from '@tonriver/row-schema';
import { bytesLiteral, hexOf, type TransactionRecord, visibleCondition } from '@tonriver/chain-reader';
import { GatewayError } from '../../gateway-error.ts';
import type { ReadingContext } from '../endpoint-definition.ts';
import { hasMessage } from '../find-transactions/by-hash.ts';

interface AccountId {
  readonly workchain: number;
  readonly accountHex: string;
}

/** A message between two accounts. */
export interface SoughtMessage {
  readonly source: AccountId;
  readonly destination: AccountId;
  readonly createdLt: bigint;
}

const columns = pickColumns(messagesTable, 'workchain', 'account', 'lt', 'mc_block_seqno', 'hash');
const ltColumns = pickColumns(messagesTable, 'lt');

type FoundMessage = Awaited<ReturnType<typeof readSent>>;

/** The most by which a message is later than its transaction: keys of its dictionary of messages have 15 bits. */
const CREATED_AFTER_MAX = 2n ** 15n;

/** Rows of a destination that are looked at when the sender's transaction is not stored. */
const RECEIVED_ROWS_MAX = 20_000;

/**
 * Reads the transaction that sent a message.
 *
 * Access path: `messages` of the source around the time.
 */
export async function readSource(
  context: ReadingContext,
  message: SoughtMessage,
): Promise<TransactionRecord | undefined> {
  return await readTransaction(context, await readSent(context, message));
}

/**
 * Reads the transaction that received a message.
 *
 * Access path: the message at its source, as `readSource`, then its place by hash (`message_places`). If the sender's
 * transaction is not stored: `messages` of the destination, the first ones after the message was created.
 *
 * @throws {GatewayError} 404 when it is not among them, and there are more
 */
export async function readResult(
  context: ReadingContext,
  message: SoughtMessage,
): Promise<TransactionRecord | undefined> {
  const { reader, visibility } = context;
  const sent = await readSent(context, message);
  if (sent === undefined) return await readTransaction(context, await readReceived(context, message));
  const hash = hexOf(sent.hash);
  const places = (await reader.messagePlaces.get(hash)) ?? [];
  const received = places.filter(({ direction, isNorm }) => direction === 'in' && !isNorm);
  const [records] = await reader.records.atPlaces(
    received.slice(0, 1),
    (placed, place) => hasMessage(placed, [place], new Set([hash])),
    visibility,
  );
  return records?.find(({ inMessage }) => inMessage !== undefined && hexOf(inMessage.hash) === hash);
}

async function readTransaction(
  { reader, visibility }: ReadingContext,
  found: FoundMessage,
): Promise<TransactionRecord | undefined> {
  if (found === undefined) return undefined;
  const { workchain, account, lt, mcBlockSeqno } = found;
  const [record] = await reader.records.getMany([{ workchain, account, lt, mcBlockSeqno }], visibility);
  return record;
}

async function readSent({ reader, visibility }: ReadingContext, { source, destination, createdLt }: SoughtMessage) {
  const ltMin = createdLt > CREATED_AFTER_MAX ? createdLt - CREATED_AFTER_MAX : 0n;
  const [row] = await reader.stores.gated.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM messages
     WHERE ${accountCondition(source)} AND lt >= ${ltMin} AND lt <= ${createdLt} AND direction = 'out'
       AND ${otherEndCondition('destination', destination)} AND created_lt = ${createdLt}
       AND ${visibleCondition(visibility.indexedSeqno)}
     ORDER BY lt, row_version DESC LIMIT 1`,
  );
  return row;
}

async function readReceived(
  { reader, visibility }: ReadingContext,
  { source, destination, createdLt }: SoughtMessage,
): Promise<FoundMessage> {
  const after = `${accountCondition(destination)} AND lt > ${createdLt}`;
  return await reader.walking.run(async () => {
    const [row] = await reader.stores.gated.select(
      columns,
      `SELECT ${columnsSql(columns)} FROM (
         SELECT * FROM messages WHERE ${after} ORDER BY lt LIMIT ${RECEIVED_ROWS_MAX}
       ) WHERE direction = 'in' AND ${otherEndCondition('source', source)} AND created_lt = ${createdLt}
         AND ${visibleCondition(visibility.indexedSeqno)}
       ORDER BY lt, row_version DESC LIMIT 1`,
    );
    if (row !== undefined) return row;
    const more = await reader.stores.gated.select(
      ltColumns,
      `SELECT lt FROM messages WHERE ${after} ORDER BY lt LIMIT 1 OFFSET ${RECEIVED_ROWS_MAX}`,
    );
    if (more.length === 0) return undefined;
    const text = `transaction was not found among the first ${RECEIVED_ROWS_MAX} messages of the destination`;
    throw new GatewayError('not_found', text);
  }, RECEIVED_ROWS_MAX);
}

function accountCondition({ workchain, accountHex }: AccountId): string {
  return `workchain = ${workchain} AND account = ${bytesLiteral(Buffer.from(accountHex, 'hex'))}`;
}

function otherEndCondition(name: 'source' | 'destination', { workchain, accountHex }: AccountId): string {
  const account = bytesLiteral(Buffer.from(accountHex, 'hex'));
  return `${name}_type = 'std' AND ${name}_workchain = ${workchain} AND ${name}_account = ${account}`;
}
