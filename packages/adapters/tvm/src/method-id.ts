import { crc16 } from '@tonriver/chain-model';

/**
 * The number of a get-method by its name: CRC-16/XMODEM of the name, with bit 16 set, as compilers assign it.
 * `main`, `recv_internal`, `recv_external` and `run_ticktock` have fixed numbers of their own and are not covered.
 */
export function methodIdOf(name: string): number {
  return (crc16(Buffer.from(name, 'utf8')) & 0xffff) | 0x10000;
}
