import { createHash } from 'node:crypto';
import type { TransactionKey } from '@tonriver/chain-reader';
import type { TransactionFilters } from '../find-transactions/filters.ts';
import type { TransactionsRequest } from '../find-transactions/request.ts';

/** What a cursor belongs to: the filters and the order of a list. */
export type ListOfCursor = Pick<TransactionsRequest, 'filters' | 'order'>;

/** The first byte of every cursor. Another form of cursors would have another number. */
const FORM = 1;
const DIGEST_BYTES = 8;
/** Form, digest of the list, lt, workchain, account. */
const CURSOR_BYTES = 1 + DIGEST_BYTES + 8 + 4 + 32;

/** What a text is as a cursor of a list: the transaction after which the next page begins, or why it is none. */
export type ReadCursor =
  | { readonly kind: 'after'; readonly after: TransactionKey }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'of another list' };

/** Makes the cursor for what comes after a transaction in a list. It does not depend on what is stored. */
export function cursorAfter({ workchain, account, lt }: TransactionKey, list: ListOfCursor): string {
  const bytes = Buffer.alloc(CURSOR_BYTES);
  bytes.writeUInt8(FORM);
  digestOf(list).copy(bytes, 1);
  bytes.writeBigUInt64BE(lt, 1 + DIGEST_BYTES);
  bytes.writeInt32BE(workchain, 9 + DIGEST_BYTES);
  bytes.set(account, 13 + DIGEST_BYTES);
  return bytes.toString('base64url');
}

/** Reads a cursor. Only what `cursorAfter` makes is valid, and only for the same list. */
export function readCursor(text: string, list: ListOfCursor): ReadCursor {
  const bytes = Buffer.from(text.slice(0, 2 * CURSOR_BYTES), 'base64url');
  const isWhole = bytes.length === CURSOR_BYTES && bytes.toString('base64url') === text && bytes[0] === FORM;
  if (!isWhole) return { kind: 'invalid' };
  if (!bytes.subarray(1, 1 + DIGEST_BYTES).equals(digestOf(list))) return { kind: 'of another list' };
  const after = {
    lt: bytes.readBigUInt64BE(1 + DIGEST_BYTES),
    workchain: bytes.readInt32BE(9 + DIGEST_BYTES),
    account: Uint8Array.from(bytes.subarray(13 + DIGEST_BYTES)),
  };
  return { kind: 'after', after };
}

/** The pages of a list may have different lengths. */
const PAGE_PARAMETERS: readonly string[] = ['limit', 'offset', 'sort', 'cursor'];

function digestOf({ filters, order }: ListOfCursor): Buffer {
  const given = Object.entries(filters)
    .filter(([name, value]) => value !== undefined && !PAGE_PARAMETERS.includes(name))
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  const text = JSON.stringify([order, given], (_name, value: unknown) => {
    if (typeof value === 'bigint') return String(value);
    return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
  });
  return createHash('sha256').update(text).digest().subarray(0, DIGEST_BYTES);
}

/** The parameters of a request: filters, and perhaps a cursor. */
export type FiltersWithCursor = TransactionFilters & { readonly cursor?: string | undefined };
