import type { StoredMessage, StoredTransaction } from './stored-transactions.ts';

/** The filters of a drawn request, as values of the rows. */
export interface DrawnFilters {
  readonly msg_hash?: readonly Uint8Array[];
  readonly body_hash?: Uint8Array;
  readonly opcode?: number;
  readonly direction?: 'in' | 'out';
  readonly source?: string;
  readonly destination?: string;
  readonly account?: readonly string[];
  readonly hash?: readonly Uint8Array[];
  readonly lt?: bigint;
  readonly workchain?: number;
  readonly shard?: bigint;
  readonly seqno?: number;
  readonly mc_seqno?: number;
  readonly start_utime?: number;
  readonly end_utime?: number;
  readonly start_lt?: bigint;
  readonly end_lt?: bigint;
}

export interface DrawnRequest {
  readonly filters: DrawnFilters;
  readonly dialect: 'contract' | 'deployed';
  readonly sort: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

/** Looks through all transactions: what the endpoint must answer, as hashes in hexadecimal. */
export function naiveAnswer(
  all: readonly StoredTransaction[],
  { filters, dialect, sort, limit, offset }: DrawnRequest,
  watermark: number,
): readonly string[] {
  const visible = all.filter((one) => isVisible(one, filters, watermark));
  const incoming = visible.flatMap(({ messages }) => messages.filter(({ direction }) => direction === 'in'));
  const received = new Set(incoming.map(({ hash }) => hexOf(hash)));
  const isFound = isFoundByDestination(filters)
    ? ({ direction, hash }: StoredMessage) => direction === 'in' || received.has(hexOf(hash))
    : () => true;
  const matching = visible.filter((one) => matches(one, filters, isFound));
  const compare = orderOf(filters, dialect);
  const sign = sort === 'asc' ? 1 : -1;
  return matching
    .toSorted((left, right) => sign * compare(left, right))
    .slice(offset, offset + limit)
    .map(({ hash }) => hexOf(hash));
}

/** Where only the destination leads to messages, those in flight are not found. */
function isFoundByDestination(filters: DrawnFilters): boolean {
  return !namesTransactions(filters) && isAccount(filters.destination) && !isAccount(filters.source);
}

/** A list that only rounds lead to leaves out blocks that wait for their round. */
function isVisible({ mcBlockSeqno }: StoredTransaction, filters: DrawnFilters, watermark: number): boolean {
  if (mcBlockSeqno !== null) return mcBlockSeqno <= watermark;
  return namesTransactions(filters) || [filters.source, filters.destination].some(isAccount);
}

/** Tells whether hashes, messages, accounts, a block or a round lead to transactions. */
function namesTransactions(filters: DrawnFilters): boolean {
  const { workchain, shard, seqno } = filters;
  const names = [filters.msg_hash, filters.hash, filters.opcode, filters.body_hash, filters.account, filters.mc_seqno];
  const hasBlock = workchain !== undefined && shard !== undefined && seqno !== undefined;
  return names.some((name) => name !== undefined) || hasBlock;
}

function isAccount(text: string | undefined): boolean {
  return text !== undefined && /^-?\d+:/.test(text);
}

function matches(one: StoredTransaction, filters: DrawnFilters, isFound: (message: StoredMessage) => boolean): boolean {
  const isSame = (wanted: unknown, value: unknown): boolean => wanted === undefined || wanted === value;
  const has = (wanted: readonly Uint8Array[] | undefined, values: readonly (Uint8Array | null)[]): boolean =>
    wanted === undefined || values.some((value) => value !== null && wanted.some((each) => isEqual(each, value)));
  const isMatching = (message: StoredMessage): boolean =>
    isFound(message) &&
    isSame(filters.direction, message.direction) &&
    has(filters.msg_hash, [message.hash, message.hashNorm]) &&
    has(filters.body_hash && [filters.body_hash], [message.bodyHash]) &&
    isSame(filters.opcode, message.opcode) &&
    isSame(filters.source, addressOf(message, 'source')) &&
    isSame(filters.destination, addressOf(message, 'destination'));
  const { msg_hash: messageHashes, body_hash: bodyHash, opcode, source, destination } = filters;
  const aboutMessages = [messageHashes, bodyHash, opcode, source, destination];
  return (
    has(filters.hash, [one.hash]) &&
    (filters.account === undefined || filters.account.includes(`${one.workchain}:${hexOf(one.account)}`)) &&
    isSame(filters.lt, one.lt) &&
    isSame(filters.workchain, one.workchain) &&
    isSame(filters.shard, one.blockShard) &&
    isSame(filters.seqno, one.blockSeqno) &&
    isSame(filters.mc_seqno, one.mcBlockSeqno) &&
    (filters.start_utime === undefined || one.now >= filters.start_utime) &&
    (filters.end_utime === undefined || one.now <= filters.end_utime) &&
    (filters.start_lt === undefined || one.lt >= filters.start_lt) &&
    (filters.end_lt === undefined || one.lt <= filters.end_lt) &&
    (aboutMessages.every((filter) => filter === undefined) || one.messages.some(isMatching))
  );
}

type Compare = (left: StoredTransaction, right: StoredTransaction) => number;

function orderOf(filters: DrawnFilters, dialect: DrawnRequest['dialect']): Compare {
  if (dialect === 'deployed' && filters.hash !== undefined && filters.lt === undefined) {
    const text = ({ hash }: StoredTransaction): Buffer => Buffer.from(Buffer.from(hash).toString('base64'));
    return (left, right) => Buffer.compare(text(left), text(right));
  }
  const byTime = dialect === 'deployed' && (filters.start_utime !== undefined || filters.end_utime !== undefined);
  return (left, right) =>
    (byTime ? left.now - right.now : 0) ||
    Number(left.lt - right.lt) ||
    left.workchain - right.workchain ||
    Buffer.compare(left.account, right.account);
}

/** Prints an address as a request has it. */
export function addressOf(message: StoredMessage, end: 'source' | 'destination'): string {
  const [type, workchain, account, text] =
    end === 'source'
      ? [message.sourceType, message.sourceWorkchain, message.sourceAccount, message.sourceText]
      : [message.destinationType, message.destinationWorkchain, message.destinationAccount, message.destinationText];
  if (type === 'none') return 'null';
  return type === 'std' ? `${workchain}:${hexOf(account)}` : text;
}

export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex').toUpperCase();
}

function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
