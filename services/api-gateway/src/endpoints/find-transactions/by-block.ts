import type { BlockRow } from '@tonriver/row-schema';
import { blockKeyText, isVisible } from '@tonriver/chain-reader';
import { readBlocksOfRound } from '../shard-blocks/whole-rounds.ts';
import { createBlockTest, hasMessageFilters } from './block-tests.ts';
import { pageOfKeys, pageOfMatches } from './candidates.ts';
import { readKeysOfBlocks } from './keys-of-blocks.ts';
import { compareTimedKeys, isAfter } from './order.ts';
import type { FoundPage, Search } from './request.ts';
import type { LtSpan } from './span.ts';

/** Tells whether a request names a block, or a round. */
export function namesBlocks({ request: { filters } }: Search): boolean {
  const { workchain, shard, seqno, mc_seqno: mcSeqno } = filters;
  return mcSeqno !== undefined || (workchain !== undefined && shard !== undefined && seqno !== undefined);
}

/**
 * Finds the transactions of one block (`workchain`, `shard`, `seqno`) or one round (`mc_seqno`). Access path: the
 * blocks, the keys of their transactions (`block_transactions`), then the parts of the page.
 */
export async function findInBlocks(search: Search, span: LtSpan): Promise<FoundPage> {
  const { reader, request, visible } = search;
  const blocks = (await readNamedBlocks(search)).filter((block) => isVisible(block, visible.indexedSeqno));
  const wanted = blocks.filter(createBlockTest(request.filters, span));
  const keys = (await readKeysOfBlocks(reader, wanted))
    .filter(({ key }) => isInSpan(span, key.lt) && isAfter(request, key))
    .toSorted(compareTimedKeys(request))
    .map(({ key }) => key);
  const candidates = only(keys);
  return hasMessageFilters(request.filters)
    ? await pageOfMatches(search, candidates)
    : await pageOfKeys(search, candidates);
}

async function readNamedBlocks({ reader, request, visible }: Search): Promise<readonly BlockRow[]> {
  const { workchain, shard, seqno, mc_seqno: mcSeqno } = request.filters;
  if (workchain !== undefined && shard !== undefined && seqno !== undefined) {
    const block = await reader.blocks.byKey.get(blockKeyText({ workchain, shard, seqno }));
    return block === undefined ? [] : [block];
  }
  return (await readBlocksOfRound(reader, visible, mcSeqno ?? 0)) ?? [];
}

export function isInSpan({ ltMin, ltMax }: LtSpan, lt: bigint): boolean {
  return (ltMin === undefined || lt >= ltMin) && (ltMax === undefined || lt <= ltMax);
}

/** Candidates that are all known. */
export async function* only<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  yield items;
}
