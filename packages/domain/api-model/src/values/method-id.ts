import { crc16 } from '@tonriver/chain-model';

/** Returns the number of a get-method, like compilers: CRC-16/XMODEM of its name, with bit 16 set. */
export function methodIdOfName(name: string): number {
  return crc16(Buffer.from(name, 'utf8')) | 0x10000;
}
