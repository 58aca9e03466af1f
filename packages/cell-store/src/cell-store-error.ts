import { TonriverError } from '@tonriver/errors';

export type CellStoreErrorCode =
  /** A tree needs a cell that is not there: `hash` names it. */
  | 'cell_missing'
  /** More cells than the caller allows. */
  | 'tree_too_large'
  /** The store holds something that it cannot have written. */
  | 'store_corrupt'
  /** The store could not be written and must be opened anew. */
  | 'store_failed'
  /** Another process has the directory. */
  | 'directory_held';

export class CellStoreError extends TonriverError<CellStoreErrorCode> {}

export function cellMissing(hash: Uint8Array): CellStoreError {
  const text = Buffer.from(hash).toString('hex');
  return new CellStoreError('cell_missing', `The cell ${text} is not in the store`, { hash: text });
}

export function storeCorrupt(hash: Uint8Array, what: string, cause?: unknown): CellStoreError {
  const text = Buffer.from(hash).toString('hex');
  return new CellStoreError('store_corrupt', `The stored cell ${text} is damaged: ${what}`, { hash: text }, { cause });
}
