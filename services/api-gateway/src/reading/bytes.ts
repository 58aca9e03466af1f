/** Returns a Buffer over the same bytes. */
function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Prints upper-case hexadecimal: the form of accounts in addresses, of keys and of SQL literals. */
export function hexOf(bytes: Uint8Array): string {
  return viewOf(bytes).toString('hex').toUpperCase();
}

/** Prints standard base64 with padding: the form of hashes and bags of cells in answers. */
export function base64Of(bytes: Uint8Array): string {
  return viewOf(bytes).toString('base64');
}

export function isSameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
