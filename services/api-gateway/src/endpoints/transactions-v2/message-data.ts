import type { CellSlice } from '@tonriver/boc';
import { base64Of } from '../../answers/base64.ts';
import type { MessageData } from './transaction-schemas.ts';

/** The cells of a message. */
export interface CellsOfMessage {
  /** A new cursor over the body, inline or not. */
  readonly bodySlice: () => CellSlice;
  /** The body as a bag of cells. */
  readonly bodyBoc: () => Uint8Array;
  /** The StateInit as a bag of cells; undefined without one. */
  readonly initBoc: () => Uint8Array | undefined;
}

/** What a message carries, and the same for readers. */
interface ReadBody {
  readonly data: MessageData;
  readonly message: string;
}

const OPCODE_BITS = 32;
const COMMENT = 0;
const ENCRYPTED_COMMENT = 0x2167da4b;

/** Reads a body: a comment (opcode 0), an encrypted comment (TEP-0 opcode 0x2167da4b), or anything else. */
export function readBody(cells: CellsOfMessage): ReadBody {
  const slice = cells.bodySlice();
  const firstBits = slice.clone();
  const opcode = slice.remainingBits < OPCODE_BITS ? undefined : slice.loadUint(OPCODE_BITS);
  if (opcode === COMMENT || opcode === ENCRYPTED_COMMENT) {
    const bytes = snakeBytes(slice);
    if (bytes !== undefined) {
      const [text, message] = [bytes.toString('base64'), bytes.toString('utf8')];
      return opcode === COMMENT
        ? { data: { '@type': 'msg.dataText', text }, message }
        : { data: { '@type': 'msg.dataEncryptedText', text }, message };
    }
  }
  const init = cells.initBoc();
  const body = base64Of(cells.bodyBoc());
  const bits = firstBits.loadBits(firstBits.remainingBits);
  return {
    data: { '@type': 'msg.dataRaw', body, init_state: init === undefined ? '' : base64Of(init) },
    // The line break is part of the form.
    message: bits.length === 0 ? '' : `${base64Of(bits)}\n`,
  };
}

/**
 * Reads bytes that go on from cell to cell, in the first reference of each.
 *
 * @returns undefined when a cell has not whole bytes, or is not an ordinary one
 */
function snakeBytes(start: CellSlice): Buffer | undefined {
  const pieces: Uint8Array[] = [];
  for (let slice = start; ; ) {
    if (slice.remainingBits % 8 !== 0) return undefined;
    pieces.push(slice.loadBits(slice.remainingBits));
    if (slice.remainingRefs === 0) return Buffer.concat(pieces);
    const next = slice.preloadRef();
    if (slice.bag.isExotic(next)) return undefined;
    slice = slice.bag.slice(next);
  }
}
