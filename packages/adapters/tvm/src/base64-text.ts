/** Bytes as Base64 in ASCII bytes: the form in which the emulator takes bags. */
export function base64Text(bytes: Uint8Array): Buffer {
  return Buffer.from(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64'), 'latin1');
}
