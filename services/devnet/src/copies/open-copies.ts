import type { ChainIdentity, DevnetStore } from '@tonriver/devnet-store';
import { openExport } from './open-export.ts';
import { openLog } from './open-log.ts';
import { catchUp, type RoundCopy } from './round-copy.ts';

/** Opens the copies that are wanted, and gives each the rounds that it does not have. `closing` gets their ends. */
export async function openCopies(
  wanted: { readonly exportDirectory: string | null; readonly logFile: string | null },
  chain: {
    readonly store: DevnetStore;
    readonly identity: ChainIdentity;
    readonly closing: (() => Promise<void>)[];
  },
): Promise<readonly RoundCopy[]> {
  const { store, identity, closing } = chain;
  const copies: RoundCopy[] = [];
  const add = (copy: RoundCopy): void => {
    copies.push(copy);
    closing.push(() => copy.close());
  };
  if (wanted.exportDirectory !== null) {
    const [masterchain, basechain] = [store.zeroState(-1), store.zeroState(0)];
    if (masterchain === undefined || basechain === undefined) throw new Error('The zero states are not stored');
    add(await openExport({ directory: wanted.exportDirectory, zeroStates: { masterchain, basechain } }));
  }
  if (wanted.logFile !== null) add(await openLog(wanted.logFile, identity));
  for (const copy of copies) await catchUp(copy, store);
  return copies;
}
