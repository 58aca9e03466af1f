import { readDomain } from '../domains.ts';
import type { FoundNftItem } from '../found-interface.ts';
import { isSuccess } from '../method-port.ts';
import { StackReader } from '../read-stack.ts';
import { NO_CONTENT, type TokenContent, tokenContentOf } from '../token-content.ts';
import { orUndefined } from '../unexpected-result.ts';
import { confirmedBy, type Family, type Questions } from './family.ts';

/**
 * TEP-62: `(int init?, int index, slice collection, slice owner, cell content) get_nft_data()`. The collection, if there
 * is one, must give this address for the index: `slice get_nft_address_by_index(int index)`.
 */
export const nftItem: Family = {
  method: 'get_nft_data',
  async recognise(stack, questions) {
    stack.number();
    const index = stack.index();
    const collection = stack.optionalAddress();
    // Before its initialisation an item gives null here: then it is not one yet.
    const owner = stack.optionalAddress();
    const content = stack.cellBoc();
    const found = { kind: 'nft_item', index, collection, owner, domain: null, ...NO_CONTENT } as const;
    if (collection === null) return { found: { ...found, ...tokenContentOf(content) }, check: 'own' };
    const check = await confirmedBy(questions, {
      by: collection,
      method: 'get_nft_address_by_index',
      stack: [{ type: 'number', value: index }],
    });
    // Nobody believes an item that the collection does not know: nothing more is asked for it.
    if (check !== 'confirmed') return { found, check };
    const told = await contentInCollection(questions, found, content);
    const isDomain = (await questions.zone?.())?.collection === collection;
    return { found: { ...found, ...told, domain: isDomain ? await readDomain(questions) : null }, check };
  },
};

/** TEP-62: `cell get_nft_content(int index, cell individual_content)`. */
async function contentInCollection(
  { ask }: Questions,
  { collection, index }: FoundNftItem,
  content: Uint8Array,
): Promise<TokenContent> {
  const outcome = await ask(collection!, 'get_nft_content', [
    { type: 'number', value: index },
    { type: 'cell', boc: content },
  ]);
  if (outcome.kind !== 'ended' || !isSuccess(outcome.exitCode)) return NO_CONTENT;
  const full = orUndefined(() => new StackReader(outcome.stack).cellBoc());
  return full === undefined ? NO_CONTENT : tokenContentOf(full);
}

/** TEP-62: `(int next_item_index, cell collection_content, slice owner) get_collection_data()`. */
export const nftCollection: Family = {
  method: 'get_collection_data',
  async recognise(stack) {
    const nextIndex = stack.number();
    const content = tokenContentOf(stack.cellBoc());
    const owner = stack.optionalAddress();
    return {
      found: { kind: 'nft_collection', nextIndex: nextIndex < 0n ? null : nextIndex, owner, ...content },
      check: 'own',
    };
  },
};
