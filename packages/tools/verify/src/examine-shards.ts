import { blockDigestsTable, blocksTable, columnsSql, masterchainShardsTable, pickColumns } from '@tonriver/row-schema';
import { nameOf, type Problem, valueText } from './finding.ts';
import type { ProofContext } from './proof.ts';
import { longQuery } from './ranges.ts';
import { linkKey } from './round-links.ts';

const blockColumns = pickColumns(
  blocksTable,
  'workchain',
  'shard',
  'seqno',
  'root_hash',
  'file_hash',
  'start_lt',
  'end_lt',
  'gen_utime',
);

/**
 * Finds the rows that may make a masterchain block's shard configuration differ from its digest: those that no stored
 * block confirms. Each is named, because one of them is wrong. If there are none, a row is missing or the digest is
 * wrong.
 */
export async function* examineShards(
  { store }: ProofContext,
  masterchain: {
    readonly workchain: number;
    readonly shard: bigint;
    readonly seqno: number;
    readonly rowVersion: number;
  },
): AsyncGenerator<Problem> {
  const parameters = { seqno: masterchain.seqno };
  const ofBlock = 'mc_block_seqno = {seqno:UInt32}';
  const rows = await store.select(
    masterchainShardsTable.columns,
    `SELECT ${columnsSql(masterchainShardsTable.columns)} FROM masterchain_shards FINAL WHERE ${ofBlock}`,
    parameters,
    longQuery,
  );
  const blocks = await store.select(
    blockColumns,
    `SELECT ${columnsSql(blockColumns)} FROM blocks FINAL
     WHERE (workchain, shard, seqno) IN (SELECT workchain, shard, seqno FROM masterchain_shards WHERE ${ofBlock})`,
    parameters,
    longQuery,
  );
  const stored = new Map(blocks.map((block) => [linkKey(block), block]));
  const or = nameOf(blockDigestsTable, masterchain);
  let suspects = 0;
  for (const row of rows) {
    const block = stored.get(linkKey(row));
    const isVouchedFor =
      block !== undefined &&
      row.rowVersion === masterchain.rowVersion &&
      contentText({ ...row, fileHash: block.fileHash === null ? null : row.fileHash }) === contentText(block);
    if (isVouchedFor) continue;
    suspects += 1;
    const problem =
      'differs from the digest that was written with the block, or another row of its masterchain block does';
    yield { ...nameOf(masterchainShardsTable, row), problem, or };
  }
  if (suspects > 0) return;
  const problem = 'the rows of the masterchain block differ from the digest that was written with it';
  yield { table: masterchainShardsTable.name, row: { mc_block_seqno: String(masterchain.seqno) }, problem, or };
}

function contentText(content: {
  readonly rootHash: Uint8Array;
  readonly fileHash: Uint8Array | null;
  readonly startLt: bigint;
  readonly endLt: bigint;
  readonly genUtime: number;
}): string {
  const { rootHash, fileHash, startLt, endLt, genUtime } = content;
  return [rootHash, fileHash, startLt, endLt, genUtime].map(valueText).join(' ');
}
