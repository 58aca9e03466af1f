import { digestKey } from '@tonriver/clickhouse';
import { decodeRawBlock, encodeRawBlock, type RawBlock } from '@tonriver/events';
import { blocksTable, columnsSql, pickColumns, type RowReader } from '@tonriver/row-schema';
import type { RoundRecords } from './round-reader.ts';

const columns = pickColumns(blocksTable, 'workchain', 'shard', 'seqno', 'root_hash', 'file_hash');

/** Blocks of one query: their keys are part of its text. */
const BLOCKS_PER_QUERY = 1000;

/**
 * Compares the records of a round with the stored blocks: an archive of another chain, or a log with records of another
 * program, must not replace them. When a record has no file hash, the stored one is kept.
 *
 * @returns the records to parse, or the reason why they are not those of the stored blocks
 */
export async function confirmRecords(
  store: RowReader,
  records: RoundRecords,
): Promise<{ readonly records: RoundRecords } | { readonly cause: string }> {
  const blocks = records.map(decodeRawBlock);
  const stored = await readBlocks(store, blocks);
  const confirmed: RawBlock[] = [];
  for (const block of blocks) {
    const found = stored.get(keyOf(block));
    const name = `(${block.workchain},${block.shard},${block.seqno})`;
    if (found === undefined) return { cause: `not_stored: block ${name} is not among the stored ones` };
    if (found.rootHash !== block.rootHash) {
      return {
        cause: `conflicting_blocks: block ${name} has root hash ${block.rootHash}, stored is ${found.rootHash}`,
      };
    }
    confirmed.push({ ...block, fileHash: block.fileHash ?? found.fileHash });
  }
  return { records: confirmed.map(encodeRawBlock) };
}

function keyOf({ workchain, shard, seqno }: RawBlock): string {
  return digestKey({ workchain, shard: BigInt.asIntN(64, BigInt(`0x${shard}`)), seqno });
}

async function readBlocks(store: RowReader, blocks: readonly RawBlock[]) {
  const found = new Map<string, { readonly rootHash: string; readonly fileHash: string | null }>();
  for (let from = 0; from < blocks.length; from += BLOCKS_PER_QUERY) {
    const keys = blocks
      .slice(from, from + BLOCKS_PER_QUERY)
      .map(({ workchain, shard, seqno }) => `(${workchain}, ${BigInt.asIntN(64, BigInt(`0x${shard}`))}, ${seqno})`);
    const rows = await store.select(
      columns,
      `SELECT ${columnsSql(columns)} FROM blocks FINAL WHERE (workchain, shard, seqno) IN (${keys.join(', ')})`,
    );
    for (const { rootHash, fileHash, ...block } of rows) {
      found.set(digestKey(block), { rootHash: hex(rootHash), fileHash: fileHash === null ? null : hex(fileHash) });
    }
  }
  return found;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
