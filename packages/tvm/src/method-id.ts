/**
 * The number of a get-method by its name: CRC-16/XMODEM of the name, with bit 16 set, as compilers assign it.
 * `main`, `recv_internal`, `recv_external` and `run_ticktock` have fixed numbers of their own and are not covered.
 */
export function methodIdOf(name: string): number {
  let crc = 0;
  for (const byte of Buffer.from(name, 'utf8')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) !== 0 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc | 0x10000;
}
