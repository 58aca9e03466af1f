import type { ClickHouseStore } from '@tonriver/clickhouse';
import { FIRST_SEQNO, LAST_SEQNO, sampleChain } from './sample-chain.test-support.ts';
import { openTestStore } from './test-store.test-support.ts';
import { writeRows } from './write-rows.test-support.ts';

/** A store of its own with the sample chain, all of whose rounds are visible. */
export async function openSampleStore(): Promise<ClickHouseStore> {
  const store = await openTestStore();
  await writeRows(store, { ...sampleChain, watermarks: [{ firstSeqno: FIRST_SEQNO, lastSeqno: LAST_SEQNO }] });
  return store;
}
