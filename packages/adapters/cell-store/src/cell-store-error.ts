import { TonriverError } from '@tonriver/errors';

export type CellStoreErrorCode =
  /** A tree needs a cell that is not in the store; `hash` names it. */
  | 'cell_missing'
  /** The tree has more cells than the caller allows. */
  | 'tree_too_large'
  /** The store is damaged. Delete the directory: it is built again. */
  | 'store_corrupt'
  /** The store could not be written and has to be opened again. */
  | 'store_failed'
  /** Another process has the directory. */
  | 'directory_held';

export class CellStoreError extends TonriverError<CellStoreErrorCode> {}

export function cellMissing(hash: Uint8Array): CellStoreError {
  const text = Buffer.from(hash).toString('hex');
  return new CellStoreError('cell_missing', `The cell ${text} is not in the store`, { hash: text });
}

/** @param directory of the store; absent for one in memory */
export function recordCorrupt(key: string, directory: string | undefined, what: string): CellStoreError {
  const text = `${nameOf(directory)} is damaged: record ${key}: ${what}`;
  return new CellStoreError('store_corrupt', text, { directory, key });
}

function nameOf(directory: string | undefined): string {
  return directory === undefined ? 'The cell store' : `The cell store in ${directory}`;
}

export function storeCorrupt(
  hash: Uint8Array,
  what: string,
  { cause, directory }: { readonly cause?: unknown; readonly directory?: string | undefined } = {},
): CellStoreError {
  const cell = Buffer.from(hash).toString('hex');
  const text = `${nameOf(directory)} is damaged: cell ${cell}: ${what}`;
  return new CellStoreError('store_corrupt', text, { directory, hash: cell }, { cause });
}
