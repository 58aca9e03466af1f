/** CRC-16/XMODEM (polynomial 0x1021, initial value 0), the check sum of friendly addresses and get-method names. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
  }
  return crc & 0xffff;
}
