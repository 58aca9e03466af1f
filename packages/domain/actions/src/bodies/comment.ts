import type { CellSlice } from '@tonriver/boc';
import { encryptedComment, textComment } from './opcodes.ts';

/** A comment takes at most this many cells; a longer one is cut. */
const cellsMax = 4096;

/**
 * The comment of a body or payload that begins with opcode 0 (text) or `0x2167da4b` (encrypted, as base64); null for
 * any other. With `checksBytes`, also null for one that is not whole bytes, has none, or has more than one reference.
 */
export function readComment(body: CellSlice, { checksBytes = false } = {}): string | null {
  if (body.remainingBits < 32) return null;
  const opcode = body.loadUint(32);
  if (opcode !== textComment && opcode !== encryptedComment) return null;
  if (checksBytes && (body.remainingBits < 8 || body.remainingBits % 8 !== 0 || body.remainingRefs > 1)) return null;
  const bytes = readSnake(body);
  return opcode === encryptedComment ? Buffer.from(bytes).toString('base64') : utf8WithEscapes(bytes);
}

/** The bytes of a cell and of the cells that follow by its first reference. */
export function readSnake(start: CellSlice): Uint8Array {
  const parts: Uint8Array[] = [];
  let slice = start;
  for (let count = 0; count < cellsMax; count += 1) {
    parts.push(slice.loadBytes(slice.remainingBits >> 3));
    if (slice.remainingRefs === 0) break;
    slice = slice.loadRefSlice();
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** UTF-8 in which bytes that are none stand as `\xNN`. NUL characters are left out. */
function utf8WithEscapes(bytes: Uint8Array): string {
  let text: string;
  try {
    text = strict.decode(bytes);
  } catch {
    text = escapedText(bytes);
  }
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}

function escapedText(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = validLength(bytes, at);
    if (length === 0) {
      text += `\\x${bytes[at]!.toString(16).padStart(2, '0')}`;
      at += 1;
    } else {
      text += strict.decode(bytes.subarray(at, at + length));
      at += length;
    }
  }
  return text;
}

/** The length of the character that begins here; 0 when none does. */
function validLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  const length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (at + length > bytes.length) return 0;
  try {
    const text = strict.decode(bytes.subarray(at, at + length));
    // Characters beyond the 16-bit plane take two units; anything longer would be several characters.
    return text.length === (length === 4 ? 2 : 1) ? length : 0;
  } catch {
    return 0;
  }
}
