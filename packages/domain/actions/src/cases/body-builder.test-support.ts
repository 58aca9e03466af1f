import { type Cell, CellBuilder, sha256, writeBag } from '@tonriver/boc';

/** The raw address of an account that a test calls by a name; a raw address stays what it is. */
export function accountOf(name: string): string {
  if (name.includes(':')) return name;
  return `0:${Buffer.from(sha256(Buffer.from(name)))
    .toString('hex')
    .toUpperCase()}`;
}

/** A body that is written. */
export interface HasCell {
  readonly cell: Cell;
}

/** Writes the fields of a body one after the other, in the notation of the layouts. */
export class BodyBuilder {
  readonly #builder = new CellBuilder();

  uint(value: number | bigint, bits: number): this {
    this.#builder.storeUint(value, bits);
    return this;
  }

  int(value: number, bits: number): this {
    this.#builder.storeInt(value, bits);
    return this;
  }

  /** `query_id u64` */
  query(id = 7n): this {
    return this.uint(id, 64);
  }

  coins(value: bigint): this {
    this.#builder.storeCoins(value);
    return this;
  }

  flag(value: boolean): this {
    this.#builder.storeBit(value);
    return this;
  }

  /** A standard address by the name of the account; null is `addr_none`. */
  to(name: string | null): this {
    if (name === null) return this.uint(0, 2);
    const [workchain, hash] = accountOf(name).split(':') as [string, string];
    return this.uint(0b100, 3)
      .int(Number(workchain), 8)
      .uint(BigInt(`0x${hash}`), 256);
  }

  ref(body: HasCell): this {
    this.#builder.storeRef(body.cell);
    return this;
  }

  /** `?^` */
  maybe(body: HasCell | null): this {
    this.flag(body !== null);
    return body === null ? this : this.ref(body);
  }

  /** `either`, in a reference. */
  either(body: HasCell): this {
    return this.flag(true).ref(body);
  }

  /** `either` with nothing in it. */
  nothing(): this {
    return this.flag(false);
  }

  text(text: string): this {
    this.#builder.storeBytes(Buffer.from(text, 'utf8'));
    return this;
  }

  get cell(): Cell {
    return this.#builder.endCell();
  }
}

/** A body that begins with an opcode. */
export function body(opcode: number): BodyBuilder {
  return new BodyBuilder().uint(opcode, 32);
}

/** A cell of other fields. */
export function cell(): BodyBuilder {
  return new BodyBuilder();
}

export function comment(text: string): BodyBuilder {
  return body(0).text(text);
}

export function bagOf(builder: HasCell): Uint8Array {
  return writeBag([builder.cell], { crc: false });
}
