import { setTimeout as sleep } from 'node:timers/promises';
import { blockKeyText, type BlockKey } from '@tonriver/chain-source';
import { shardToSigned } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { type EventLog, recordsWaiting } from '@tonriver/stream';
import { consumerGroupOf, type Topic } from '@tonriver/events';
import { blocksTable, columnsSql, pickColumns } from '@tonriver/row-schema';
import type { StoredRootHashes } from './check-conflicts.ts';

export {
  type FetchRoundsOptions,
  fetchRounds,
} from './fetch-rounds.ts';
export {
  type FetchRoundsProgress,
  unpublishedText,
} from './fetch-result.ts';
export { createFetchProgress } from './fetch-progress.ts';
export { createSourceWatch } from './source-watch.ts';

const columns = pickColumns(blocksTable, 'workchain', 'shard', 'seqno', 'root_hash');

/** Reads the root hashes of stored blocks from ClickHouse. */
export function storedRootHashesIn(store: ClickHouseStore): StoredRootHashes {
  return async (keys: readonly BlockKey[]) => {
    if (keys.length === 0) return new Map();
    const tuples = keys.map(
      ({ workchain, shard, seqno }) => `(${Number(workchain)}, toInt64('${shardToSigned(shard)}'), ${Number(seqno)})`,
    );
    const rows = await store.select(
      columns,
      `SELECT ${columnsSql(columns)} FROM blocks WHERE (workchain, shard, seqno) IN (${tuples.join(', ')})
        ORDER BY row_version DESC LIMIT 1 BY workchain, shard, seqno`,
    );
    return new Map(
      rows.map(({ workchain, shard, seqno, rootHash }) => [
        blockKeyText({ workchain, shard: BigInt.asUintN(64, shard), seqno }),
        Buffer.from(rootHash).toString('hex'),
      ]),
    );
  };
}

/** The fetcher pauses while this many records wait for the parsers. */
const WAITING_RECORDS_MAX = 20_000n;
const LOOK_AGAIN_MS = 250;

/** Waits while the parsers are far behind. An archive is read faster than it is parsed, and the log would fill up. */
export function waitForParsers(log: EventLog, topic: Topic): (signal: AbortSignal) => Promise<void> {
  const groupId = consumerGroupOf(topic, 'parser');
  return async (signal) => {
    while (!signal.aborted) {
      const waiting = await recordsWaiting(log, topic.name, groupId);
      if (waiting < WAITING_RECORDS_MAX) return;
      await sleep(LOOK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  };
}
