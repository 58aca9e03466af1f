/** A Buffer over other bytes costs more than to print them: short ones are copied into this one instead. */
const scratch = Buffer.allocUnsafeSlow(512);

/** Prints standard base64 with padding: the form of hashes and bags of cells in answers. */
export function base64Of(bytes: Uint8Array): string {
  if (bytes.length > scratch.length) {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  }
  scratch.set(bytes);
  return scratch.toString('base64', 0, bytes.length);
}
