import type { Context } from '../engine/context.ts';
import type { NftItem } from '../trace/interfaces.ts';

const itemCodeHash = 'i1/8nr/TkGTY1fVuRlnIJrt1k5I/XKSHKL5NYK9vUfk=';
const collection = '0:B774D95EB20543F186C06B371AB88AD704F7E256130CAF96189368A7D0CB6CCF';

/** The domain (`.ton`) at an address; undefined when there is none. */
export function dnsItem(address: string | null, context: Context): NftItem | undefined {
  const item = context.nftItem(address);
  return item?.codeHash === itemCodeHash || item?.collection === collection ? item : undefined;
}
