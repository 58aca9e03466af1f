import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Bag, type Cell, serializeTree } from '@tonriver/boc';
import {
  findOldMasterchainBlock,
  findShardAccount,
  loadBlock,
  loadMerkleProof,
  loadShardAccounts,
  loadShardState,
  loadSharedLibraries,
  readConfigParameter,
  resolveShardAccount,
  shardFromHex,
  type ShardState,
} from '@tonriver/chain-model';
import { encodePreviousBlocks, type PreviousBlock } from '@tonriver/tvm';
import { z } from 'zod';
import { libraryDictionary, reading } from '../bags.ts';
import { RecordingError } from '../recording-error.ts';
import { parseAs, readFileOf } from '../recording-files.ts';
import { chainsOfBlock } from './block-chains.ts';
import { shardAccountCell } from './recorded-transaction.ts';
import type { ReplayChain } from './replay-chain.ts';

const schema = z.looseObject({
  id: z.string(),
  last_mc_state: z.string(),
  prev_blocks: z.array(z.string()).min(1),
});

const recentCount = 16;
const hundred = 100;
/** From this global version on contracts see every hundredth block. */
const hundredsVersion = 9;
const masterchain = { workchain: -1, shard: 1n << 63n } as const;

/** Whether a folder is such a bundle. */
export function isBundle(folder: string): boolean {
  return (
    existsSync(join(folder, 'index.json')) && existsSync(join(folder, 'blocks')) && existsSync(join(folder, 'states'))
  );
}

/**
 * Reads what a collator needed to make a block: the block, Merkle proofs of the states before it and of the masterchain
 * state that it refers to, which has the configuration, the libraries and the previous blocks.
 */
export function readBundle(folder: string, content: unknown): ReplayChain[] {
  const name = basename(folder);
  const index = parseAs(schema, content, join(folder, 'index.json'));
  const blockBag = bagOf(folder, 'blocks', parseId(index.id));
  blockBag.hashAll();
  const block = loadBlock(blockBag);
  const masterId = parseId(index.last_mc_state);
  const referred = block.info.masterRef?.seqno ?? masterId.seqno;
  if (referred !== masterId.seqno) {
    throw new RecordingError('recording_unknown_form', `${name}: the block refers to another masterchain state`, {
      referred,
    });
  }
  const master = stateOf(folder, masterId);
  const states = index.prev_blocks.map((id) => stateOf(folder, parseId(id)));
  return chainsOfBlock(blockBag, { name, ...masterParts(master, masterId, name), before: accountBefore(states) });
}

interface ReadState {
  readonly bag: Bag;
  readonly state: ShardState;
}

function masterParts({ bag, state }: ReadState, id: PreviousBlock, name: string) {
  if (state.custom === null) throw new RecordingError('recording_unknown_form', `${name}: no masterchain state`);
  const libraries = loadSharedLibraries(bag, state.libraries).map(({ value }) => bag.toCell(value.library));
  return {
    environment: {
      key: `${name} ${id.seqno}`,
      configBoc: serializeTree(bag, state.custom.config.config),
      previousBlocksBoc: previousBlocksOf({ bag, state }, id, name),
    },
    librariesBoc: libraryDictionary(libraries),
  };
}

/** As the node does: the state's own block is the newest one. */
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

function accountBefore(states: readonly ReadState[]): (hash: Uint8Array) => Cell {
  return (hash) => {
    for (const { bag, state } of states) {
      const found = findShardAccount(bag, loadShardAccounts(bag, state.accounts).root, hash);
      if (found === null) continue;
      const { account, lastTransHash, lastTransLt } = resolveShardAccount(bag, found);
      return shardAccountCell(account, lastTransHash, lastTransLt);
    }
    return shardAccountCell(null);
  };
}

function stateOf(folder: string, id: PreviousBlock): ReadState {
  const bag = bagOf(folder, 'states', id);
  const root = bag.cellType(bag.root) === 'merkle_proof' ? loadMerkleProof(bag, bag.root).root : bag.root;
  return { bag, state: loadShardState(bag, root) };
}

function bagOf(folder: string, kind: string, id: PreviousBlock): Bag {
  const path = join(folder, kind, `${Buffer.from(id.rootHash).toString('hex')}.boc`);
  return reading(path, () => Bag.parse(readFileOf(path)));
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
