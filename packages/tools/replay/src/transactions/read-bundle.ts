import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Bag, serializeTree } from '@tonriver/boc';
import { libraryCells } from '@tonriver/recordings';
import {
  findOldMasterchainBlock,
  loadBlock,
  loadShardState,
  loadSharedLibraries,
  readConfigParameter,
  shardFromHex,
  type ShardState,
} from '@tonriver/chain-model';
import { encodePreviousBlocks, type PreviousBlock } from '@tonriver/tvm';
import { z } from 'zod';
import { hex, reading } from '../bags.ts';
import { RecordingError } from '../recording-error.ts';
import { parseAs, readFileOf } from '../recording-files.ts';
import { chainsOfBlock } from './block-chains.ts';
import { shardAccountCell } from './recorded-transaction.ts';
import type { ReplayChain } from './replay-chain.ts';
import { findAccount, type StateRoot, stateRoot } from './state-accounts.ts';

const schema = z.looseObject({
  id: z.string(),
  last_mc_state: z.string(),
  mc_states: z.array(z.string()).nullish(),
  prev_blocks: z.array(z.string()).min(1),
});

const recentCount = 16;
const hundred = 100;
/** From this global version on, contracts see every hundredth block. */
const hundredsVersion = 9;
const masterchain = { workchain: -1, shard: 1n << 63n } as const;

/** Returns true when a folder is a collator's bundle. */
export function isBundle(folder: string): boolean {
  return existsSync(join(folder, 'index.json')) && existsSync(join(folder, 'states'));
}

/**
 * Reads a collator's bundle: the block, Merkle proofs of the states before it and of the masterchain
 * state that it refers to, which has the configuration, the libraries and the previous blocks.
 */
export function readBundle(folder: string, content: unknown): ReplayChain[] {
  const name = basename(folder);
  const index = parseAs(schema, content, join(folder, 'index.json'));
  const blockBag = blockOf(folder, parseId(index.id));
  const block = reading(name, () => loadBlock(blockBag));
  const masterId = masterIdOf(index, block.info.masterRef?.seqno, name);
  const master = stateOf(folder, masterId);
  const states = index.prev_blocks.map((id) => stateOf(folder, parseId(id)));
  return chainsOfBlock(blockBag, {
    name,
    ...masterParts(master, masterId, name),
    before: (hash) => findAccount(states, hash) ?? shardAccountCell(null),
  });
}

/** Returns the masterchain state that the block refers to; for a masterchain block, the state before it. */
function masterIdOf(
  { last_mc_state: last, mc_states: others }: z.output<typeof schema>,
  referred: number | undefined,
  name: string,
): PreviousBlock {
  const ids = [last, ...(others ?? [])].map(parseId);
  const found = ids.find(({ seqno }) => seqno === (referred ?? seqno));
  if (found !== undefined) return found;
  throw new RecordingError(
    'recording_unknown_form',
    `${name}: the masterchain state ${referred} is not in the bundle`,
    {
      referred,
    },
  );
}

interface ReadState {
  readonly bag: Bag;
  readonly state: ShardState;
}

function masterParts({ bag, root }: StateRoot, id: PreviousBlock, name: string) {
  const state = loadShardState(bag, root);
  if (state.custom === null) throw new RecordingError('recording_unknown_form', `${name}: no masterchain state`);
  const libraries = loadSharedLibraries(bag, state.libraries).map(({ value }) => serializeTree(bag, value.library));
  return {
    environment: {
      key: `${name} ${hex(id.rootHash)}`,
      configBoc: serializeTree(bag, state.custom.config.config),
      previousBlocksBoc: previousBlocksOf({ bag, state }, id, name),
    },
    librariesBoc: libraryCells(libraries).dictionary(),
  };
}

/** Lists the previous blocks as the node does: the state's own block is the newest. */
function previousBlocksOf({ bag, state }: ReadState, own: PreviousBlock, name: string): Uint8Array {
  const extra = state.custom!;
  const at = (seqno: number): PreviousBlock => {
    if (seqno === own.seqno) return own;
    const old = findOldMasterchainBlock(bag, extra.previousBlocks.root, seqno);
    if (old === null) throw new RecordingError('recording_unknown_form', `${name}: block ${seqno} is not in the state`);
    return { ...masterchain, seqno, rootHash: old.reference.rootHash, fileHash: old.reference.fileHash };
  };
  const last = (newest: number, step: number): PreviousBlock[] =>
    Array.from({ length: recentCount }, (_, index) => newest - index * step)
      .filter((seqno) => seqno >= 0)
      .map(at);
  const key = extra.lastKeyBlock;
  const version = readConfigParameter(bag, extra.config.config, 8)?.version ?? 0;
  return encodePreviousBlocks({
    recent: last(own.seqno, 1),
    keyBlock: extra.afterKeyBlock || key === null ? own : { ...masterchain, ...key },
    hundreds: version < hundredsVersion ? null : last(own.seqno - (own.seqno % hundred), hundred),
  });
}

function stateOf(folder: string, id: PreviousBlock): StateRoot {
  const path = fileOf(folder, 'states', id);
  return reading(path, () => stateRoot(Bag.parse(readFileOf(path))));
}

/** Finds the block: among the blocks, or as the candidate made of the bundle. */
function blockOf(folder: string, id: PreviousBlock): Bag {
  const candidates = ['data', 'data.boc', 'block.boc'].map((name) => join(folder, 'candidate', name));
  const known = fileOf(folder, 'blocks', id);
  const path = existsSync(known) ? known : (candidates.find((candidate) => existsSync(candidate)) ?? known);
  const bag = reading(path, () => Bag.parse(readFileOf(path)));
  bag.hashAll();
  if (hex(bag.hash(bag.root)) !== hex(id.rootHash)) {
    throw new RecordingError('recording_unreadable', `${path}: the block is another one than the bundle names`, {
      path,
    });
  }
  return bag;
}

function fileOf(folder: string, kind: string, { rootHash }: PreviousBlock): string {
  const hash = hex(rootHash);
  const names = [`${hash}.boc`, hash, `${hash.toUpperCase()}.boc`, hash.toUpperCase()];
  const paths = names.map((name) => join(folder, kind, name));
  return paths.find((path) => existsSync(path)) ?? paths[0]!;
}

/** `(0:8000000000000000, 56703839, rh <root hash>, fh <file hash>)`. */
function parseId(text: string): PreviousBlock {
  const parts = /^\((-?\d+):([0-9a-f]{16}), (\d+), rh ([0-9a-f]{64}), fh ([0-9a-f]{64})\)$/i.exec(text);
  if (parts === null) throw new RecordingError('recording_unknown_form', `${text} is no block id`, { text });
  return {
    workchain: Number(parts[1]),
    shard: shardFromHex(parts[2]!.toLowerCase()),
    seqno: Number(parts[3]),
    rootHash: new Uint8Array(Buffer.from(parts[4]!, 'hex')),
    fileHash: new Uint8Array(Buffer.from(parts[5]!, 'hex')),
  };
}
