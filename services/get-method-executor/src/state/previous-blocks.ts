import type { IndexedBlock, StateReader } from '@tonriver/chain-reader';
import { LRUCache } from 'lru-cache';
import { type StackValue, stackValueBoc } from './vm-stack-value.ts';

const LAST_BLOCKS = 16;
const STEP = 100;
/** The global versions that introduced the parameter and its third part. */
const VERSION_WITH_PREVIOUS = 4;
const VERSION_WITH_STEPS = 9;
const MASTERCHAIN_SHARD = 1n << 63n;

/** The blocks in the parameter, newest first: the last ones including the block itself, and those at full hundreds. */
export function listedSeqnos(seqno: number): { readonly last: readonly number[]; readonly steps: readonly number[] } {
  const downFrom = (start: number, step: number): number[] =>
    Array.from({ length: LAST_BLOCKS }, (_, index) => start - index * step).filter((listed) => listed >= 0);
  return { last: downFrom(seqno, 1), steps: downFrom(seqno - (seqno % STEP), STEP) };
}

/** Blocks whose hashes are remembered. One takes about 250 bytes. */
const HASHES_MAX = 10_000;

type Hashes = Pick<IndexedBlock, 'rootHash' | 'fileHash'>;
type NamedBlock = Pick<IndexedBlock, 'seqno' | 'rootHash' | 'fileHash'>;

/** Hashes of masterchain blocks, those of blocks that are known already without a query. */
interface RememberedHashes extends Pick<StateReader, 'blockHashes'> {
  remember(block: NamedBlock): void;
}

/** Reads hashes of masterchain blocks once: those of a block with a confirmed file hash are never others. */
export function createRememberedHashes(stored: Pick<StateReader, 'blockHashes'>): RememberedHashes {
  const known = new LRUCache<number, Hashes>({ max: HASHES_MAX });
  const remember = ({ seqno, rootHash, fileHash }: NamedBlock): void => {
    if (fileHash !== null) known.set(seqno, { rootHash, fileHash });
  };
  return {
    remember,
    async blockHashes(seqnos) {
      const hashesOf = new Map<number, Hashes>();
      for (const seqno of seqnos) {
        const hashes = known.get(seqno);
        if (hashes !== undefined) hashesOf.set(seqno, hashes);
      }
      const asked = seqnos.filter((seqno) => !hashesOf.has(seqno));
      if (asked.length === 0) return hashesOf;
      for (const [seqno, hashes] of await stored.blockHashes(asked)) {
        remember({ seqno, ...hashes });
        hashesOf.set(seqno, hashes);
      }
      return hashesOf;
    },
  };
}

/**
 * `[last16, previousKeyBlock, last16DivisibleBy100]`, each block `[workchain, shard, seqno, rootHash, fileHash]`; the
 * third part since global version 9. Null when one of the hashes is unknown, and before version 4.
 */
export async function readPreviousBlocks(
  stored: Pick<StateReader, 'blockHashes' | 'zeroState'>,
  block: IndexedBlock,
  globalVersion: number,
): Promise<Uint8Array | null> {
  if (globalVersion < VERSION_WITH_PREVIOUS) return null;
  const { last, steps } = listedSeqnos(block.seqno);
  const wanted = [...new Set([...last, block.keySeqno, ...(globalVersion < VERSION_WITH_STEPS ? [] : steps)])];
  const known = new Map(await stored.blockHashes(wanted.filter((seqno) => seqno > 0)));
  if (wanted.includes(0)) {
    const zeroState = await stored.zeroState();
    if (zeroState !== undefined) known.set(0, zeroState);
  }
  const idOf = (seqno: number): StackValue | undefined => {
    const hashes = known.get(seqno);
    if (hashes === undefined || hashes.fileHash === null) return undefined;
    return [-1n, MASTERCHAIN_SHARD, BigInt(seqno), numberOf(hashes.rootHash), numberOf(hashes.fileHash)];
  };
  const listOf = (seqnos: readonly number[]): StackValue | undefined => {
    const ids = seqnos.map(idOf).filter((id) => id !== undefined);
    return ids.length === seqnos.length ? ids : undefined;
  };
  const parts = [listOf(last), idOf(block.keySeqno), ...(globalVersion < VERSION_WITH_STEPS ? [] : [listOf(steps)])];
  const complete = parts.filter((part) => part !== undefined);
  return complete.length === parts.length ? stackValueBoc(complete) : null;
}

function numberOf(hash: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(hash).toString('hex')}`);
}
