/**
 * What one body may cost, whatever is nested in it. The numbers follow the deployed decoder, so that the same bodies
 * are decoded: a body over a bound is unknown as a whole.
 */
export const decodeLimits = {
  /** Cells entered, each time that they are entered: a cell that is referred to twice counts twice. */
  cellVisitsMax: 4096,
  /** Cells that are tried as bodies of their own, the outermost one included. */
  nestedBodiesMax: 256,
  /** How deep bodies are decoded in bodies: a cell this deep is still decoded, one below it is shown as it is. */
  nestedDepthMax: 10,
  /** Typed references below each other in one body. Out lists and texts are read in loops and do not count. */
  referenceDepthMax: 256,
  /**
   * Cells of what is shown as bags of its own, cells that several of them have counted each time. Four times what a
   * message can have: many bodies in a body that all contain the same large tree would be written for a second.
   */
  writtenCellsMax: 32_768,
  /** Bytes of texts, bit strings and serialised cells in the decoding. */
  outputBytesMax: 4 * 1024 * 1024,
} as const;

/** A reason as the deployed API prints it. */
export type ExceededLimit =
  | 'decode limit - boc cell expansion limit exceeded'
  | 'decode limit - decoded output size limit exceeded'
  | 'recursive decode error - recursive decode operation limit exceeded';

/** Counts what the decoding of one body costs. Once something is exceeded, it stays so. */
export class DecodeBudget {
  #cellVisits = 0;
  #nestedBodies = 0;
  #writtenCells = 0;
  #outputBytes = 0;
  #exceeded: ExceededLimit | undefined;

  /** The first bound that was exceeded. */
  get exceeded(): ExceededLimit | undefined {
    return this.#exceeded;
  }

  /** False when no further cell may be entered. */
  visitCell(): boolean {
    this.#cellVisits += 1;
    if (this.#cellVisits > decodeLimits.cellVisitsMax) {
      this.#exceeded ??= 'decode limit - boc cell expansion limit exceeded';
    }
    return this.#exceeded === undefined;
  }

  /** False when no further body may be tried. */
  visitBody(): boolean {
    this.#nestedBodies += 1;
    if (this.#nestedBodies > decodeLimits.nestedBodiesMax) {
      this.#exceeded ??= 'recursive decode error - recursive decode operation limit exceeded';
    }
    return this.#exceeded === undefined;
  }

  /** False when no further bag may be shown; takes one that was written. */
  addBag(boc: Uint8Array): boolean {
    this.#writtenCells += cellCountOf(boc);
    if (this.#writtenCells > decodeLimits.writtenCellsMax) {
      this.#exceeded ??= 'decode limit - boc cell expansion limit exceeded';
    }
    return this.addOutput(boc.length);
  }

  /** False when the decoding has become too big. */
  addOutput(bytes: number): boolean {
    this.#outputBytes += bytes;
    if (this.#outputBytes > decodeLimits.outputBytesMax) {
      this.#exceeded ??= 'decode limit - decoded output size limit exceeded';
    }
    return this.#exceeded === undefined;
  }
}

/** Of a bag that was written here: behind magic and flags, whose lowest three bits say in how many bytes it is told. */
function cellCountOf(boc: Uint8Array): number {
  return Buffer.from(boc.buffer, boc.byteOffset, boc.length).readUIntBE(6, (boc[4] ?? 1) & 7);
}
