import { compareBytes, type Hash, shardContains, shardParent } from '@tonriver/chain-model';

/** Up to which message (order of lt, then hash) a shard had imported all there was at a masterchain block. */
export interface ProcessedUptoRecord {
  readonly shard: bigint;
  readonly mcSeqno: number;
  readonly lastMessageLt: bigint;
  readonly lastMessageHash: Hash;
}

/** The highest possible hash. With an lt it means: all messages up to this lt. */
export const HASH_AFTER_ALL: Hash = new Uint8Array(32).fill(0xff);

/** Tells whether `record` includes `other`. */
function covers(record: ProcessedUptoRecord, other: ProcessedUptoRecord): boolean {
  if (!shardContains(record.shard, other.shard) || record.mcSeqno < other.mcSeqno) return false;
  if (record.lastMessageLt !== other.lastMessageLt) return record.lastMessageLt > other.lastMessageLt;
  return compareBytes(record.lastMessageHash, other.lastMessageHash) >= 0;
}

/** Removes records that are included in others; of equal ones the last stays. */
export function compactProcessed(records: readonly ProcessedUptoRecord[]): ProcessedUptoRecord[] {
  return records.filter((record, position) =>
    records.every((other, index) => {
      if (index === position || !covers(other, record)) return true;
      return covers(record, other) && index < position;
    }),
  );
}

/** Returns the records with one more; the same list if others include it. */
export function insertProcessed(
  records: readonly ProcessedUptoRecord[],
  added: ProcessedUptoRecord,
): readonly ProcessedUptoRecord[] {
  if (records.some((record) => covers(record, added))) return records;
  return compactProcessed([...records, added]);
}

/** Returns the records of a shard after a split, from its parent's. */
export function splitProcessed(records: readonly ProcessedUptoRecord[], child: bigint): ProcessedUptoRecord[] {
  const kept = records.filter(({ shard }) => shardContains(shard, child) || shardContains(child, shard));
  return compactProcessed(
    kept.map((record) => (shardContains(record.shard, child) ? { ...record, shard: child } : record)),
  );
}

/** Returns the lowest masterchain block in the records; null if there are none. */
export function oldestProcessedMcSeqno(records: readonly ProcessedUptoRecord[]): number | null {
  return records.length === 0 ? null : Math.min(...records.map(({ mcSeqno }) => mcSeqno));
}

/** Tells whether a shard is the left half of its parent, whose next address bit is 0. */
export function isLeftHalf(shard: bigint): boolean {
  return shard < shardParent(shard);
}
