/** Returns an archive package of a node. */
export function packageBytes(entries: readonly { readonly name: string; readonly data: Uint8Array }[]): Buffer {
  const parts: Uint8Array[] = [uint32(0xae8fdd01)];
  for (const { name, data } of entries) {
    const nameBytes = Buffer.from(name);
    const header = Buffer.alloc(8);
    header.writeUInt16LE(0x1e8b, 0);
    header.writeUInt16LE(nameBytes.length, 2);
    header.writeUInt32LE(data.length, 4);
    parts.push(header, nameBytes, data);
  }
  return Buffer.concat(parts);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
