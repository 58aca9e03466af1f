import { compareBytes, type Hash, shardContains, shardParent } from '@tonriver/chain-model';

/** Up to which message (order of lt, then hash) a shard had imported all there was at a masterchain block. */
export interface ProcessedUptoRecord {
  readonly shard: bigint;
  readonly mcSeqno: number;
  readonly lastMessageLt: bigint;
  readonly lastMessageHash: Hash;
}

/** "Everything up to this lt": a hash that no message comes after. */
export const HASH_AFTER_ALL: Hash = new Uint8Array(32).fill(0xff);

/** True when `record` says all that `other` says. */
function covers(record: ProcessedUptoRecord, other: ProcessedUptoRecord): boolean {
  if (!shardContains(record.shard, other.shard) || record.mcSeqno < other.mcSeqno) return false;
  if (record.lastMessageLt !== other.lastMessageLt) return record.lastMessageLt > other.lastMessageLt;
  return compareBytes(record.lastMessageHash, other.lastMessageHash) >= 0;
}

/** Leaves out every record that another one covers; of equal ones the last stays. */
export function compactProcessed(records: readonly ProcessedUptoRecord[]): ProcessedUptoRecord[] {
  return records.filter((record, position) =>
    records.every((other, index) => {
      if (index === position || !covers(other, record)) return true;
      return covers(record, other) && index < position;
    }),
  );
}

/** The records after one more; the same list when it says nothing new. */
export function insertProcessed(
  records: readonly ProcessedUptoRecord[],
  added: ProcessedUptoRecord,
): readonly ProcessedUptoRecord[] {
  if (records.some((record) => covers(record, added))) return records;
  return compactProcessed([...records, added]);
}

/** What a shard made by a split takes over from its parent's records. */
export function splitProcessed(records: readonly ProcessedUptoRecord[], child: bigint): ProcessedUptoRecord[] {
  const kept = records.filter(({ shard }) => shardContains(shard, child) || shardContains(child, shard));
  return compactProcessed(
    kept.map((record) => (shardContains(record.shard, child) ? { ...record, shard: child } : record)),
  );
}

/** The lowest masterchain block that the records stand on; null when there are none. */
export function oldestProcessedMcSeqno(records: readonly ProcessedUptoRecord[]): number | null {
  return records.length === 0 ? null : Math.min(...records.map(({ mcSeqno }) => mcSeqno));
}

/** True when the shard is its parent's left half: the half whose next address bit is 0. */
export function isLeftHalf(shard: bigint): boolean {
  return shard < shardParent(shard);
}
