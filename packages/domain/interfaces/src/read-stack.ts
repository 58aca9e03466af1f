import { Bag, CellBuilder, type CellSlice, writeBag } from '@tonriver/boc';
import {
  accountAddressOf,
  formatAccountAddress,
  loadMessageAddress,
  parseAccountAddress,
  standardAddress,
  storeMessageAddress,
} from '@tonriver/chain-model';
import type { StackValue } from './method-port.ts';
import { unexpected } from './unexpected-result.ts';

/** The largest amount that a column holds. TON's own amounts have 120 bits. */
const AMOUNT_MAX = 2n ** 128n - 1n;
const INDEX_MAX = 2n ** 256n - 1n;

/** Reads a result from its first entry on. Everything that does not fit throws a `TonriverError`. */
export class StackReader {
  readonly #values: readonly StackValue[];
  #position = 0;

  constructor(values: readonly StackValue[]) {
    this.#values = values;
  }

  skip(count: number): void {
    for (let left = count; left > 0; left -= 1) this.value();
  }

  /** The next entry as it is. */
  value(): StackValue {
    const value = this.#values[this.#position];
    if (value === undefined) throw unexpected('The stack has fewer entries', { length: this.#values.length });
    this.#position += 1;
    return value;
  }

  number(): bigint {
    const value = this.value();
    if (value.type !== 'number') throw unexpected('A number is expected', { found: value.type });
    return value.value;
  }

  /** A number of 0 … 2^128 − 1. */
  amount(): bigint {
    return within(this.number(), AMOUNT_MAX);
  }

  /** A number of 0 … 2^256 − 1. */
  index(): bigint {
    return within(this.number(), INDEX_MAX);
  }

  slice(): CellSlice {
    const value = this.value();
    if (value.type !== 'slice') throw unexpected('A slice is expected', { found: value.type });
    return sliceOf(value.boc);
  }

  cell(): CellSlice {
    const value = this.value();
    if (value.type !== 'cell') throw unexpected('A cell is expected', { found: value.type });
    return sliceOf(value.boc);
  }

  /** The bag of a cell; the cell may be a reference to a library. */
  cellBoc(): Uint8Array {
    const value = this.value();
    if (value.type !== 'cell') throw unexpected('A cell is expected', { found: value.type });
    return value.boc;
  }

  /** An account's address, raw. */
  address(): string {
    const address = this.optionalAddress();
    if (address === null) throw unexpected('An account is expected');
    return address;
  }

  /** An account's address, raw; null for `addr_none`, and for the null that newer compilers give in its place. */
  optionalAddress(): string | null {
    if (this.#values[this.#position]?.type === 'null') {
      this.value();
      return null;
    }
    return addressIn(this.slice());
  }
}

/** The address of an account at the begin of a slice, raw; null for `addr_none`. */
export function addressIn(slice: CellSlice): string | null {
  const address = loadMessageAddress(slice);
  if (address.type === 'none') return null;
  const account = accountAddressOf(address);
  if (account === null) throw unexpected('An address of an account is expected', { found: address.type });
  return formatAccountAddress(account);
}

/** An address as an argument of a get-method. */
export function addressArgument(address: string): StackValue {
  const builder = new CellBuilder();
  storeMessageAddress(builder, standardAddress(parseAccountAddress(address)));
  return { type: 'slice', boc: writeBag([builder.endCell()]) };
}

function sliceOf(boc: Uint8Array): CellSlice {
  const bag = Bag.parse(boc);
  return bag.slice(bag.root);
}

function within(value: bigint, most: bigint): bigint {
  if (value < 0n || value > most) throw unexpected('A number is out of its range', { value: value.toString() });
  return value;
}
