import { crc16 } from '@tonriver/chain-model';

/** The number that compilers give to a get-method: CRC-16/XMODEM of its name with bit 16 set. */
export function methodIdOfName(name: string): number {
  return crc16(Buffer.from(name, 'utf8')) | 0x10000;
}
