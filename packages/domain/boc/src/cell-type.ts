import { BocError } from './boc-error.ts';

/** The type of a cell. All types except `ordinary` are exotic, with the type in their first data byte. */
export type CellType = 'ordinary' | 'pruned' | 'library' | 'merkle_proof' | 'merkle_update';

/** The exotic types are the numbers of their first data byte; 0 is an ordinary cell. */
export const ordinaryType = 0;
export const prunedType = 1;
export const libraryType = 2;
export const merkleProofType = 3;
export const merkleUpdateType = 4;

const names: readonly CellType[] = ['ordinary', 'pruned', 'library', 'merkle_proof', 'merkle_update'];

/** The name of a numeric cell type 0…4. */
export function cellTypeName(type: number): CellType {
  const name = names[type];
  if (name === undefined) throw new BocError('boc_bad_cell', `There is no cell type ${type}`, { type });
  return name;
}

/** The number of a named cell type: the first data byte of an exotic cell, 0 for an ordinary one. */
export function cellTypeNumber(name: CellType): number {
  return names.indexOf(name);
}
