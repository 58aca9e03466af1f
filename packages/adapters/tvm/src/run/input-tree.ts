import { createHash } from 'node:crypto';
import { Bag, BocError, serializeTree } from '@tonriver/boc';
import { base64Text } from '../base64-text.ts';
import { type OpcodeFindings, scanOpcodes } from '../code/opcode-scan.ts';
import { TvmError } from '../tvm-error.ts';

/** Size of the largest bag of cells for the emulator. Accounts are far smaller. */
export const inputBytesMax = 16 * 2 ** 20;

/** A checked tree of cells in the form that the emulator takes. */
export interface InputTree {
  readonly bag: Bag;
  /** The tree, serialised again, in Base64: malformed bytes could crash the emulator. */
  readonly text: Buffer;
  /** Hashes of all library references in it, hexadecimal. */
  readonly libraryHashes: readonly string[];
  /** The opcode scan, computed at the first call. */
  readonly findings: () => OpcodeFindings;
}

/** Reads a bag with one root that is not part of a proof. Throws `tvm_bad_input` with `part` as its field. */
export function readInputTree(boc: Uint8Array, part: string): InputTree {
  if (boc.length > inputBytesMax) throw badInput(part, { bytes: boc.length, bytesMax: inputBytesMax });
  try {
    const bag = Bag.parse(boc);
    const { root } = bag;
    if (bag.level(root) !== 0) throw badInput(part, { level: bag.level(root) });
    return inputTreeOf(bag, root);
  } catch (error) {
    if (!(error instanceof BocError)) throw error;
    throw badInput(part, {}, error);
  }
}

function inputTreeOf(bag: Bag, root: number): InputTree {
  let findings: OpcodeFindings | undefined;
  return {
    bag,
    text: base64Text(serializeTree(bag, root)),
    libraryHashes: libraryHashesOf(bag),
    findings: () => (findings ??= scanOpcodes(bag)),
  };
}

/** SHA-256 of the bytes, the key of stored analyses. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}

/** Returns the hashes in all cells `!library#02 hash:bits256`. */
export function libraryHashesOf(bag: Bag): string[] {
  const hashes: string[] = [];
  for (let cell = 0; cell < bag.cellCount; cell++) {
    if (bag.cellType(cell) !== 'library') continue;
    const slice = bag.exoticSlice(cell);
    slice.skipBits(8);
    hashes.push(Buffer.from(slice.loadBytes(32)).toString('hex'));
  }
  return hashes;
}

export function badInput(part: string, fields: Record<string, number | string>, cause?: unknown): TvmError {
  return new TvmError('tvm_bad_input', `The ${part} cannot be given to the TVM`, { part, ...fields }, { cause });
}
