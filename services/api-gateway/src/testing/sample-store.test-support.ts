import type { ClickHouseStore } from '@tonriver/clickhouse';
import { checkedProgressRow } from '@tonriver/block-rows';
import { actionsProgressTable, createRowBatch, schemaVersion } from '@tonriver/row-schema';
import { openTestStore } from '@tonriver/chain-reader/testing';
import { FIRST_SEQNO, LAST_SEQNO, sampleChain } from './sample-chain.test-support.ts';
import { writeRows } from './write-rows.test-support.ts';

const PARTITIONS = 4;

/** The hashes of the sample chain's zero state. */
export const zeroStateRootHash = new Uint8Array(32).fill(0x5a);
export const zeroStateFileHash = new Uint8Array(32).fill(0x5b);

/** A store of its own with the sample chain, all of whose rounds are visible. */
export async function openSampleStore(): Promise<ClickHouseStore> {
  const store = await openTestStore();
  await writeRows(store, { ...sampleChain, watermarks: [{ firstSeqno: FIRST_SEQNO, lastSeqno: LAST_SEQNO }] });
  await writeProgress(store);
  return store;
}

/** Says that the traces of the sample chain are classified; it has none that are finished. */
async function writeProgress(store: ClickHouseStore): Promise<void> {
  const rows = createRowBatch(actionsProgressTable);
  for (let partition = 0; partition < PARTITIONS; partition += 1) {
    const range = { rangeSeqno: FIRST_SEQNO, firstSeqno: FIRST_SEQNO, lastSeqno: LAST_SEQNO };
    rows.add(checkedProgressRow({ ...range, partition, partitions: PARTITIONS }));
  }
  await store.insertRows(actionsProgressTable, rows.rows());
}

/** Writes the network of the sample chain, with its zero state. */
export async function writeNetwork(store: ClickHouseStore): Promise<void> {
  const versions = { schemaVersion, parserVersion: 1, revision: 1n };
  await writeRows(store, {
    deployment: [{ network: 'test', globalId: 1, zeroStateRootHash, zeroStateFileHash, ...versions }],
  });
}
