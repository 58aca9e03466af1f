/** A Buffer over other bytes costs more than to print them: short ones are copied into this one instead. */
const scratch = Buffer.allocUnsafeSlow(512);
const upperDigits = Buffer.from('0123456789ABCDEF');

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Prints upper-case hexadecimal: the form of accounts in addresses, of keys and of SQL literals. */
export function hexOf(bytes: Uint8Array): string {
  if (2 * bytes.length > scratch.length) return viewOf(bytes).toString('hex').toUpperCase();
  let at = 0;
  for (const byte of bytes) {
    scratch[at] = upperDigits[byte >> 4]!;
    scratch[at + 1] = upperDigits[byte & 15]!;
    at += 2;
  }
  return scratch.toString('latin1', 0, at);
}

export function isSameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
