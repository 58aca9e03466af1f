import { borrowRemainder, type CellSlice } from '@tonriver/boc';
import { loadAddress } from './address.ts';
import { writeReferenceBag } from './bag-writer.ts';

/** One field of a message. Reading moves the cursor; a body that ends before it throws `BocError`. */
export interface Field<Value> {
  readonly name: string;
  readonly bits: number;
  readonly read: (slice: CellSlice) => Value;
}

/** Fields in the order in which they stand in the body. */
export type Layout = Readonly<Record<string, Field<unknown>>>;

export type Values<L extends Layout> = {
  readonly [Name in keyof L]: L[Name] extends Field<infer Value> ? Value : never;
};

/** Reads the fields of a layout one after the other. */
export function read<L extends Layout>(slice: CellSlice, layout: L): Values<L> {
  const values: Record<string, unknown> = {};
  for (const name in layout) values[name] = layout[name]!.read(slice);
  return values as Values<L>;
}

/** An unsigned number of at most 32 bits. */
export function uint(bits: number): Field<number> {
  return { name: 'uint', bits, read: (slice) => slice.loadUint(bits) };
}

/** An unsigned number of any length. */
export function big(bits: number): Field<bigint> {
  return { name: 'big', bits, read: (slice) => slice.loadUintBig(bits) };
}

/** A signed number of at most 32 bits. */
export function int(bits: number): Field<number> {
  return { name: 'int', bits, read: (slice) => slice.loadInt(bits) };
}

export const flag: Field<boolean> = { name: 'flag', bits: 1, read: (slice) => slice.loadBit() };
export const coins: Field<bigint> = { name: 'coins', bits: 0, read: (slice) => slice.loadCoins() };
/** Raw form; null for `addr_none`. */
export const address: Field<string | null> = { name: 'address', bits: 0, read: loadAddress };
/** `^Cell`: a cursor over it. */
export const reference: Field<CellSlice> = { name: 'reference', bits: 0, read: (slice) => slice.loadRefSlice() };
/** `Maybe ^Cell`. */
export const maybeReference: Field<CellSlice | null> = {
  name: 'maybeReference',
  bits: 1,
  read: (slice) => (slice.loadBit() ? slice.loadRefSlice() : null),
};
/** `Either Cell ^Cell`: a cursor over the rest, or over the reference. Some contracts leave out even its bit. */
export const either: Field<CellSlice> = {
  name: 'either',
  bits: 1,
  read: (slice) => (slice.remainingBits > 0 && slice.loadBit() ? slice.loadRefSlice() : slice.clone()),
};
/** The opcode, whose value is known already. */
export const opcode: Field<number> = uint(32);
export const queryId: Field<bigint> = big(64);

/** The rest of a cursor as a bag of cells with a checksum, base64. */
export function bocOf(slice: CellSlice): string {
  // A single cell has only one order.
  const bytes =
    slice.remainingRefs === 0 ? borrowRemainder(slice) : writeReferenceBag(slice.toCell(), { hasChecksum: true });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** The same without a checksum, as vesting wallets' messages are shown. */
export function bocWithoutChecksum(slice: CellSlice): string {
  return writeReferenceBag(slice.toCell(), { hasChecksum: false }).toString('base64');
}

/** The opcode of a payload; null when it has fewer than 32 bits. Does not move the cursor. */
export function opcodeOf(payload: CellSlice | null): number | null {
  return payload === null || payload.remainingBits < 32 ? null : payload.preloadUint(32);
}
