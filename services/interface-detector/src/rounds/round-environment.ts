import { hashToHex } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { blocksTable, columnsSql, configsTable, pickColumns } from '@tonriver/row-schema';
import type { TvmEnvironment } from '@tonriver/tvm';
import { LRUCache } from 'lru-cache';
import { readTree } from '../contracts/read-trees.ts';

const blockColumns = pickColumns(blocksTable, 'gen_utime', 'end_lt', 'key_block', 'prev_key_block_seqno');
const configColumns = pickColumns(configsTable, 'hash', 'mc_block_seqno');
const LOOK_UP = { threadsMax: 1 } as const;

/** What get-methods see of the chain at the end of a round. */
export interface RoundEnvironment {
  readonly seqno: number;
  /** Logical time at which it ends: no state of it is later. */
  readonly endLt: bigint;
  /** Null when the configuration is not known: no key block since the first round is stored. */
  readonly environment: TvmEnvironment | null;
}

interface KeptConfig {
  readonly keySeqno: number;
  /** The round of its row: that of the key block, or of an initial state after it. */
  readonly rowSeqno: number;
  readonly hash: string;
  readonly boc: Uint8Array;
}

/** Rounds whose environment is kept: records of the same one often come together. */
const ROUNDS_MAX = 16;

/** Reads environments, and keeps the last ones and the newest configuration. */
export function createRoundEnvironments(store: ClickHouseStore) {
  let kept: KeptConfig | undefined;
  const rounds = new LRUCache<number, Promise<RoundEnvironment>>({ max: ROUNDS_MAX });
  const configOf = async (seqno: number, keySeqno: number): Promise<KeptConfig | undefined> => {
    // Only a key block changes it. A row of a later round does not count: it may not have been there before.
    if (kept?.keySeqno === keySeqno && kept.rowSeqno <= seqno) return kept;
    const [row] = await store.select(
      configColumns,
      `SELECT ${columnsSql(configColumns)} FROM configs
       WHERE mc_block_seqno <= {seqno:UInt32} AND mc_block_seqno >= {keySeqno:UInt32}
       ORDER BY mc_block_seqno DESC, row_version DESC LIMIT 1`,
      { seqno, keySeqno },
      LOOK_UP,
    );
    if (row === undefined) return undefined;
    const hash = hashToHex(row.hash);
    const place = { keySeqno, rowSeqno: row.mcBlockSeqno };
    if (kept?.hash === hash) return { ...kept, ...place };
    const boc = await readTree(store, row.hash);
    return boc === undefined ? undefined : { ...place, hash, boc };
  };
  const read = async (seqno: number): Promise<RoundEnvironment> => {
    const [block] = await store.select(
      blockColumns,
      `SELECT ${columnsSql(blockColumns)} FROM blocks
       WHERE workchain = -1 AND shard = -9223372036854775808 AND seqno = {seqno:UInt32}
       ORDER BY row_version DESC LIMIT 1`,
      { seqno },
      LOOK_UP,
    );
    if (block === undefined) return { seqno, endLt: 0n, environment: null };
    const { genUtime: unixTime, endLt } = block;
    const config = await configOf(seqno, block.keyBlock ? seqno : block.prevKeyBlockSeqno);
    if (config === undefined) return { seqno, endLt, environment: null };
    kept = config;
    return {
      seqno,
      endLt,
      environment: { key: `${config.hash}:${unixTime}`, configBoc: config.boc, previousBlocksBoc: null, unixTime },
    };
  };
  return {
    async at(seqno: number): Promise<RoundEnvironment> {
      const known = rounds.get(seqno);
      if (known !== undefined) return await known;
      const reading = read(seqno);
      rounds.set(seqno, reading);
      try {
        const found = await reading;
        // What is not known now may be known later.
        if (found.environment === null) rounds.delete(seqno);
        return found;
      } catch (error) {
        rounds.delete(seqno);
        throw error;
      }
    },
  };
}
