import { basename } from 'node:path';
import { Bag, type Cell } from '@tonriver/boc';
import { parseAccountAddress } from '@tonriver/chain-model';
import { z } from 'zod';
import { base64Bytes, hex, libraryDictionary, reading, rootCell } from '../bags.ts';
import { parseAs } from '../recording-files.ts';
import { librariesIn } from './libraries-in.ts';
import { chainsOfBlock } from './block-chains.ts';
import { shardAccountCell } from './recorded-transaction.ts';
import type { ReplayChain } from './replay-chain.ts';

const schema = z.looseObject({
  block_boc_base64: z.string(),
  previous_accounts: z.array(z.looseObject({ account: z.string(), shard_account_boc_base64: z.string().nullish() })),
  config: z.looseObject({
    config_root_boc_base64: z.string(),
    prev_blocks_stack_boc_base64: z.string().nullish(),
    libraries_boc_base64: z.array(z.string()).nullish(),
  }),
});

/** Whether a JSON value is a whole-block replay. */
export function isBlockReplay(content: unknown): boolean {
  return typeof content === 'object' && content !== null && 'block_boc_base64' in content;
}

/** Reads a whole-block replay: the block, its accounts before it, the configuration, libraries and previous blocks. */
export function readBlockReplay(content: unknown, path: string): ReplayChain[] {
  const { block_boc_base64: block, previous_accounts: accounts, config } = parseAs(schema, content, path);
  const name = basename(path);
  const before = new Map<string, Cell>();
  for (const { account, shard_account_boc_base64: boc } of accounts) {
    if (typeof boc === 'string') {
      before.set(hex(parseAccountAddress(account).hash), rootCell(base64Bytes(boc, name), name));
    }
  }
  const previous = config.prev_blocks_stack_boc_base64;
  const bag = reading(name, () => Bag.parse(base64Bytes(block, name)));
  bag.hashAll();
  return chainsOfBlock(bag, {
    name,
    environment: {
      key: path,
      configBoc: base64Bytes(config.config_root_boc_base64, name),
      previousBlocksBoc: typeof previous === 'string' ? base64Bytes(previous, name) : null,
    },
    librariesBoc: oneDictionary(config.libraries_boc_base64 ?? [], name),
    before: (hash) => before.get(hex(hash)) ?? shardAccountCell(null),
  });
}

/** Usually there is one; several are joined. */
function oneDictionary(texts: readonly string[], name: string): Uint8Array | null {
  const bags = texts.map((text) => base64Bytes(text, name));
  if (bags.length <= 1) return bags[0] ?? null;
  return libraryDictionary(bags.flatMap((boc) => librariesIn(boc, name)));
}
