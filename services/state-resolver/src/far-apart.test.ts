import { describe, expect, it } from '@jest/globals';
import { Bag, writeBag } from '@tonriver/boc';
import { generateWorkload } from '@tonriver/chain-workload';
import { cellOf, hashToHex, loadAccountBlocks, loadBlock, shardToHex, storeBlock } from '@tonriver/chain-model';
import { blockLtSpanMax, resolveBlock } from '@tonriver/chain-model/testing';
import { decodeStateBlock } from './decode-block.ts';

const workload = generateWorkload({ seed: 'far apart', rounds: 3, accounts: 8, transactionsPerRound: 6 });
const blocks = [...workload.rounds()].flatMap((round) => round.blocks);

/** The first block with transactions, with another span of logical time in its header. */
function refusalWith(spanOf: (startLt: bigint, endLt: bigint) => { startLt: bigint; endLt: bigint }) {
  for (const { boc } of blocks) {
    const bag = Bag.parse(boc);
    const block = loadBlock(bag);
    if (loadAccountBlocks(bag, block.extra.accountBlocks).length === 0) continue;
    const { info } = block;
    const changed = { ...resolveBlock(bag, block), info: { ...info, ...spanOf(info.startLt, info.endLt) } };
    const root = cellOf(storeBlock, changed);
    const { workchain, shard, seqno } = info;
    const place = { workchain, shard: shardToHex(shard), seqno, fileHash: null, round: null };
    const decoded = decodeStateBlock({ ...place, rootHash: hashToHex(root.hash()), boc: writeBag([root]) });
    return 'refusal' in decoded ? decoded.code : 'none';
  }
  throw new Error('No block has transactions');
}

describe('blocks with a very long span of logical time', () => {
  it('are refused like in the parser', () => {
    expect(refusalWith((startLt, endLt) => ({ startLt, endLt }))).toBe('none');
    expect(refusalWith((startLt) => ({ startLt, endLt: startLt + blockLtSpanMax + 1n }))).toBe('bad_value');
    expect(refusalWith((_, endLt) => ({ startLt: endLt, endLt: endLt + 1n }))).toBe('bad_value');
  });
});
