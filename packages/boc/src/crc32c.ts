/** Tables for eight bytes at a time: row k is the checksum of a byte followed by k zero bytes. */
const tables = buildTables();

function buildTables(): Int32Array {
  const rows = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
    rows[byte] = value;
  }
  for (let at = 256; at < rows.length; at++) {
    const shorter = rows[at - 256]!;
    rows[at] = (shorter >>> 8) ^ rows[shorter & 0xff]!;
  }
  return rows;
}

/**
 * CRC-32C (Castagnoli, reflected polynomial 0x82F63B78) of `bytes[start … end)` as an unsigned number.
 * A bag of cells stores it little-endian over everything before it.
 */
export function crc32c(bytes: Uint8Array, start = 0, end = bytes.length): number {
  const table = tables;
  let crc = -1;
  let at = start;
  for (const wideEnd = end - 7; at < wideEnd; at += 8) {
    const low = crc ^ (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24));
    crc =
      table[1792 + (low & 0xff)]! ^
      table[1536 + ((low >>> 8) & 0xff)]! ^
      table[1280 + ((low >>> 16) & 0xff)]! ^
      table[1024 + (low >>> 24)]! ^
      table[768 + bytes[at + 4]!]! ^
      table[512 + bytes[at + 5]!]! ^
      table[256 + bytes[at + 6]!]! ^
      table[bytes[at + 7]!]!;
  }
  for (; at < end; at++) crc = (crc >>> 8) ^ table[(crc ^ bytes[at]!) & 0xff]!;
  return ~crc >>> 0;
}
