import type { Network } from '@tonriver/chain-model';
import { type BlockSource, masterchainKey } from './block-source.ts';
import { type CheckedBlock, checkBlock, confirmBlock } from './check-block.ts';
import { previousBlocksOf } from './previous-blocks-of.ts';

/** A masterchain block is needed as itself, as the predecessor of the next, and to confirm the one before. */
const RECENT_DISTANCE_MAX = 2;

/** Reads and checks masterchain blocks. Keeps the most recent ones, because each is needed three times. */
export function createMasterchainReader({
  source,
  network,
}: {
  readonly source: BlockSource;
  readonly network: Network;
}) {
  const recent = new Map<number, CheckedBlock>();
  const readUnconfirmed = async (seqno: number): Promise<CheckedBlock | undefined> => {
    const known = recent.get(seqno);
    if (known !== undefined) return known;
    const found = await source.block(masterchainKey(seqno));
    if (found === undefined) return undefined;
    const checked = checkBlock(found, network);
    for (const old of recent.keys()) if (Math.abs(old - seqno) > RECENT_DISTANCE_MAX) recent.delete(old);
    recent.set(seqno, checked);
    return checked;
  };
  /** Returns a masterchain block. Confirms its hashes by the next block, if the source has it. */
  return async (seqno: number): Promise<CheckedBlock | undefined> => {
    const checked = await readUnconfirmed(seqno);
    const next = checked === undefined ? undefined : await readUnconfirmed(seqno + 1);
    const [expectation] = next === undefined ? [] : previousBlocksOf(next);
    return checked === undefined || expectation === undefined ? checked : confirmBlock(checked, expectation);
  };
}
