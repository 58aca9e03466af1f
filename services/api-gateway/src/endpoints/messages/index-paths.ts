import { bytesLiteral } from '@tonriver/chain-reader';
import { isSystemAddress } from '../accounts/system-address.ts';
import type { MessagesRequest } from './query.ts';

/** A way to the rows of `messages` that may match, in order of the logical time of their transactions. */
export type IndexPath = IndexRows & ({ readonly table: 'opcodes' | 'body_hashes' } | AccountRows);

interface AccountRows {
  readonly table: 'messages';
  /** The condition for all transactions of the account. */
  readonly account: string;
}

interface IndexRows {
  /** The condition on the beginning of the sort key of that table, before lt. */
  readonly begin: string;
  /** The most rows of it that are looked at. */
  readonly rowsMax: number;
  /** Of so many rows all are read. Of more only as many as a page needs, where their order allows it. */
  readonly wholeMax: number;
  /** The rows at the senders are among them, not only those at the receivers. */
  readonly hasSenders: boolean;
}

/** Rows of an index lead to rows of `messages`, of which each costs a look-up. */
const LED_ROWS_MAX = 5_000;
const WHOLE_ROWS_MAX = 1_000;
/** Rows of an account lie together. */
const ACCOUNT_ROWS_MAX = 200_000;

/** Returns the way that the filters give; undefined when none does, and all messages of a time have to be tried. */
export function indexPathOf({ filters }: MessagesRequest): IndexPath | undefined {
  const { body_hash: bodyHash, opcode, source, destination, direction } = filters;
  const hasSenders = direction !== 'in';
  if (bodyHash !== undefined) {
    const begin = `body_hash = ${bytesLiteral(bodyHash)}`;
    return { table: 'body_hashes', begin, rowsMax: LED_ROWS_MAX, wholeMax: WHOLE_ROWS_MAX, hasSenders };
  }
  if (opcode !== undefined) {
    const begin = `opcode = ${opcode}`;
    return { table: 'opcodes', begin, rowsMax: LED_ROWS_MAX, wholeMax: WHOLE_ROWS_MAX, hasSenders };
  }
  if (source?.kind === 'std' && !isSystemAddress(source) && direction !== 'in') return accountPath(source, 'out');
  if (destination?.kind === 'std' && direction !== 'out') return accountPath(destination, 'in');
  return undefined;
}

function accountPath(
  { workchain, hash }: { readonly workchain: number; readonly hash: Uint8Array },
  direction: 'in' | 'out',
): IndexPath {
  const account = `workchain = ${workchain} AND account = ${bytesLiteral(hash)}`;
  const begin = `${account} AND direction = '${direction}'`;
  const bounds = { rowsMax: ACCOUNT_ROWS_MAX, wholeMax: WHOLE_ROWS_MAX };
  return { table: 'messages', account, begin, ...bounds, hasSenders: direction === 'out' };
}

/** Returns the condition on `messages` for the rows that a way leads to in a span of lt. */
export function conditionOf({ table, begin }: IndexPath, span: readonly string[]): string {
  const where = [begin, ...span].join(' AND ');
  if (table === 'messages') return where;
  const identity = 'workchain, account, lt, direction, position';
  return [`(${identity}) IN (SELECT ${identity} FROM ${table} WHERE ${where})`, ...span].join(' AND ');
}
