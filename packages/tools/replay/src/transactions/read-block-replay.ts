import { basename } from 'node:path';
import { Bag, type Cell } from '@tonriver/boc';
import { joinedLibraries, libraryDictionary } from '@tonriver/recordings';
import { parseAccountAddress } from '@tonriver/chain-model';
import { z } from 'zod';
import { base64Bytes, hex, hexOfHash, reading, rootCell } from '../bags.ts';
import { RecordingError } from '../recording-error.ts';
import { parseAs, type RecordingFiles } from '../recording-files.ts';
import { chainsOfBlock } from './block-chains.ts';
import { shardAccountCell } from './recorded-transaction.ts';
import type { ReplayChain } from './replay-chain.ts';

const list = z.array(z.string());
const schema = z.looseObject({
  block: z.looseObject({ root_hash: z.string().nullish() }).nullish(),
  block_boc_base64: z.string(),
  previous_accounts: z.array(z.looseObject({ account: z.string(), shard_account_boc_base64: z.string().nullish() })),
  config: z.looseObject({
    config_root_boc_base64: z.string(),
    prev_blocks_stack_boc_base64: z.string().nullish(),
    libraries_boc_base64: z.union([list, z.string().transform((text) => [text])]).nullish(),
  }),
});
type BlockReplay = z.output<typeof schema>;

/** Returns true when a JSON value is a whole-block replay. */
export function isBlockReplay(content: unknown): boolean {
  return typeof content === 'object' && content !== null && 'block_boc_base64' in content;
}

/** Reads a whole-block replay: the block, its accounts before it, the configuration, libraries and previous blocks. */
export function readBlockReplay(content: unknown, path: string, files: RecordingFiles): ReplayChain[] {
  const recorded = parseAs(schema, content, path);
  const at = (member: string): string => `${path}: ${member}`;
  const { config } = recorded;
  const previous = config.prev_blocks_stack_boc_base64;
  const blockBoc = base64Bytes(recorded.block_boc_base64, at('block_boc_base64'));
  const bag = reading(at('block_boc_base64'), () => Bag.parse(blockBoc));
  bag.hashAll();
  const stated = recorded.block?.root_hash;
  if (
    typeof stated === 'string' &&
    stated !== '' &&
    hexOfHash(stated, at('block.root_hash')) !== hex(bag.hash(bag.root))
  ) {
    throw new RecordingError('recording_unreadable', `${at('block.root_hash')}: the block is another one`);
  }
  return chainsOfBlock(bag, {
    name: basename(path),
    environment: {
      key: path,
      configBoc: files.bytesIn(config.config_root_boc_base64, at('config.config_root_boc_base64'), path),
      previousBlocksBoc:
        typeof previous === 'string' ? files.bytesIn(previous, at('config.prev_blocks_stack_boc_base64'), path) : null,
    },
    librariesBoc: oneDictionary(config.libraries_boc_base64 ?? [], at('config.libraries_boc_base64'), files, path),
    before: accountsBefore(recorded, at),
  });
}

/** Reads the accounts of the recording. An account that is not in it did not exist. */
function accountsBefore(recorded: BlockReplay, at: (member: string) => string): (hash: Uint8Array) => Cell {
  const before = new Map<string, Cell>();
  for (const [index, { account, shard_account_boc_base64: boc }] of recorded.previous_accounts.entries()) {
    const place = at(`previous_accounts.${index}`);
    const { hash } = reading(place, () => parseAccountAddress(account));
    const cell = typeof boc === 'string' ? rootCell(base64Bytes(boc, place), place) : null;
    before.set(hex(hash), shardAccountCell(cell));
  }
  return (hash) => before.get(hex(hash)) ?? shardAccountCell(null);
}

/** Usually there is one; several are joined. */
function oneDictionary(texts: readonly string[], what: string, files: RecordingFiles, path: string): Uint8Array | null {
  const bags = texts.map((text) => files.bytesIn(text, what, path));
  if (bags.length <= 1) return bags[0] ?? null;
  return reading(what, () => joinedLibraries(bags.map(libraryDictionary)).dictionary());
}
