import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { blockRow } from '@tonriver/chain-reader/testing';
import type { BlockRow } from '@tonriver/row-schema';
import { describeRecorded } from '@tonriver/testing';
import { deployed } from '../dialects/deployed.ts';
import type { Recorded } from '../testing/recorded-rows.test-support.ts';
import { blockOf } from './block.ts';

const FILE = ['api-recordings', 'toncenter_v3_testnet_client_responses_2024-07.json'] as const;

interface Reference {
  readonly workchain: number;
  readonly shard: string;
  readonly seqno: number;
}

/** Returns all blocks in a recording, at any depth. */
function blocksIn(value: unknown): readonly Recorded[] {
  if (typeof value !== 'object' || value === null) return [];
  return 'root_hash' in value ? [value as Recorded] : Object.values(value).flatMap(blocksIn);
}

/** Converts a recorded block to its row: the inverse of printing. */
function rowOf(block: Recorded): BlockRow {
  const text = (name: string): string => String(block[name]);
  const [number, bytes] = [(name: string) => Number(block[name]), (name: string) => Buffer.from(text(name), 'base64')];
  const flag = (name: string): boolean => block[name] === true;
  const previous = block['prev_blocks'] as readonly Reference[];
  return blockRow({
    workchain: number('workchain'),
    shard: shardOf(text('shard')),
    seqno: number('seqno'),
    rootHash: bytes('root_hash'),
    fileHash: bytes('file_hash'),
    mcBlockSeqno: (block['masterchain_block_ref'] as Reference).seqno,
    globalId: number('global_id'),
    version: number('version'),
    afterMerge: flag('after_merge'),
    beforeSplit: flag('before_split'),
    afterSplit: flag('after_split'),
    wantMerge: flag('want_merge'),
    wantSplit: flag('want_split'),
    keyBlock: flag('key_block'),
    vertSeqnoIncr: flag('vert_seqno_incr'),
    flags: number('flags'),
    genUtime: number('gen_utime'),
    startLt: BigInt(text('start_lt')),
    endLt: BigInt(text('end_lt')),
    validatorListHashShort: number('validator_list_hash_short') >>> 0,
    genCatchainSeqno: number('gen_catchain_seqno'),
    minRefMcSeqno: number('min_ref_mc_seqno'),
    prevKeyBlockSeqno: number('prev_key_block_seqno'),
    vertSeqno: number('vert_seqno'),
    masterRefSeqno: number('master_ref_seqno'),
    randSeed: bytes('rand_seed'),
    createdBy: bytes('created_by'),
    txCount: number('tx_count'),
    prevCount: previous.length,
    prev1Shard: shardOf(previous[0]!.shard),
    prev1Seqno: previous[0]!.seqno,
    prev2Shard: previous[1] === undefined ? null : shardOf(previous[1].shard),
    prev2Seqno: previous[1]?.seqno ?? null,
  });
}

function shardOf(text: string): bigint {
  return BigInt.asIntN(64, BigInt(`0x${text}`));
}

describeRecorded('blocks recorded from the deployed service', [FILE.join('/')], (data) => {
  it('are rebuilt from their rows, member by member', () => {
    const recorded = blocksIn(JSON.parse(readFileSync(data.path(...FILE), 'utf8')));
    expect(recorded.length).toBeGreaterThanOrEqual(2);
    for (const block of recorded)
      expect(
        blockOf(deployed, { ...rowOf(block), mcBlockSeqno: Number(block['seqno']), finality: 'finalized' }),
      ).toEqual(block);
  });
});
