/** Bytes as Base64 in ASCII, the form that the emulator needs for bags. */
export function base64Text(bytes: Uint8Array): Buffer {
  return Buffer.from(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64'), 'latin1');
}
