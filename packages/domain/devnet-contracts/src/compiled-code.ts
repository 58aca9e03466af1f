import { Bag, type Cell } from '@tonriver/boc';

/** A contract as the compiler left it. */
export interface CompiledCode {
  /** SHA-256 of the root cell, 64 lower-case digits. */
  readonly hash: string;
  /** A bag of cells with the code as its only root, in base64. */
  readonly boc: string;
}

/** Returns the code as a cell. */
export function codeCell(code: CompiledCode): Cell {
  const bag = Bag.parse(Buffer.from(code.boc, 'base64'));
  return bag.toCell(bag.root);
}
