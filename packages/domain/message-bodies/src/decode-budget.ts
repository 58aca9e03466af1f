/**
 * Limits for one body with all its nested bodies. The numbers are those of the deployed decoder, so that the same
 * bodies are decoded. A body that exceeds one is unknown as a whole.
 */
export const decodeLimits = {
  /** Opened cells. A cell that is opened twice counts twice. */
  cellVisitsMax: 4096,
  /** Cells that are tried as bodies, with the outermost one. */
  nestedBodiesMax: 256,
  /** The deepest nesting of bodies. A cell at this depth is decoded; one below it is printed as a cell. */
  nestedDepthMax: 10,
  /** The deepest nesting of typed references in one body. Out lists and texts are read in loops and do not count. */
  referenceDepthMax: 256,
  /**
   * Cells of all printed bags; a cell in several of them counts for each. Four times the most cells of a message.
   * Without this limit, printing many inner bodies with one large tree could take a second.
   */
  writtenCellsMax: 32_768,
  /** Bytes of texts, bit strings and serialised cells in the decoding. */
  outputBytesMax: 4 * 1024 * 1024,
} as const;

/** A reason with the text of the deployed API. */
export type ExceededLimit =
  | 'decode limit - boc cell expansion limit exceeded'
  | 'decode limit - decoded output size limit exceeded'
  | 'recursive decode error - recursive decode operation limit exceeded';

/** Counts the cost of decoding one body. An exceeded limit stays exceeded. */
export class DecodeBudget {
  #cellVisits = 0;
  #nestedBodies = 0;
  #writtenCells = 0;
  #outputBytes = 0;
  #exceeded: ExceededLimit | undefined;

  /** The first limit that was exceeded. */
  get exceeded(): ExceededLimit | undefined {
    return this.#exceeded;
  }

  /** Counts a cell; false if no further cell may be opened. */
  visitCell(): boolean {
    this.#cellVisits += 1;
    if (this.#cellVisits > decodeLimits.cellVisitsMax) {
      this.#exceeded ??= 'decode limit - boc cell expansion limit exceeded';
    }
    return this.#exceeded === undefined;
  }

  /** Counts a body; false if no further body may be tried. */
  visitBody(): boolean {
    this.#nestedBodies += 1;
    if (this.#nestedBodies > decodeLimits.nestedBodiesMax) {
      this.#exceeded ??= 'recursive decode error - recursive decode operation limit exceeded';
    }
    return this.#exceeded === undefined;
  }

  /** Counts a written bag; false if no further bag may be printed. */
  addBag(boc: Uint8Array): boolean {
    this.#writtenCells += cellCountOf(boc);
    if (this.#writtenCells > decodeLimits.writtenCellsMax) {
      this.#exceeded ??= 'decode limit - boc cell expansion limit exceeded';
    }
    return this.addOutput(boc.length);
  }

  /** Counts bytes; false if the result has become too large. */
  addOutput(bytes: number): boolean {
    this.#outputBytes += bytes;
    if (this.#outputBytes > decodeLimits.outputBytesMax) {
      this.#exceeded ??= 'decode limit - decoded output size limit exceeded';
    }
    return this.#exceeded === undefined;
  }
}

/** Reads the number of cells of a bag that was written here. The lowest three bits of its flags give its length. */
function cellCountOf(boc: Uint8Array): number {
  return Buffer.from(boc.buffer, boc.byteOffset, boc.length).readUIntBE(6, (boc[4] ?? 1) & 7);
}
