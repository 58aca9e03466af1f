import type { Cell } from '@tonriver/boc';
import {
  type BlockReference,
  compareBytes,
  equalBytes,
  type Hash,
  hashToHex,
  WHOLE_SHARD,
} from '@tonriver/chain-model';
import { TonriverError } from '@tonriver/errors';
import { ChainBuilderError } from '../chain-builder-error.ts';
import { hashKey } from './address-prefix.ts';
import { type ChainRecord, type RecordedDelivery, readChainRecord, writeChainRecord } from './chain-record.ts';
import type { ChainState } from './chain-state.ts';
import { findInLiveDictionary } from './live-dictionary.ts';
import type { MasterchainFacts } from './masterchain-facts.ts';
import type { Deliveries, Delivery } from './message-queue.ts';
import { readMasterchainFacts, type ReadState, readState } from './read-state.ts';
import type { ShardHead } from './shard-head.ts';

/** Where the states of a stored chain come from. */
export interface StateSource {
  /** Returns the whole tree under a state's root; undefined if it is not stored. */
  readonly readState: (hash: Hash) => Cell | undefined;
}

/** Returns the root hashes of the newest states: first the masterchain's, then those of the basechain's shards. */
export function stateHashesOf({ masterchain, heads }: ChainState): Hash[] {
  return [masterchain, ...headsByShard(heads)].map(({ state }) => Uint8Array.from(state.hash()));
}

/** Returns the bytes from which `openStoredChain` goes on, together with the cells of the states. */
export function saveChain({ masterchain, heads, deliveries }: ChainState): Uint8Array {
  const { reference, state } = masterchain;
  const recorded = [...deliveries.values()].map(({ message, round, endLt }) => ({ key: message.key, round, endLt }));
  return writeChainRecord({
    masterchain: { rootHash: reference.rootHash, fileHash: reference.fileHash, stateHash: state.hash() },
    shards: headsByShard(heads).map((head) => ({ shard: head.shard, stateHash: head.state.hash() })),
    deliveries: recorded.sort((left, right) => compareBytes(left.key, right.key)),
  });
}

/** Returns heads by the numbers of their shards. */
export function headsByShard(heads: ReadonlyMap<bigint, ShardHead>): ShardHead[] {
  return [...heads.values()].sort((left, right) => (left.shard < right.shard ? -1 : 1));
}

/**
 * Reads a chain as it was when `saved` was written.
 *
 * @throws {ChainBuilderError} `bad_record` for damaged bytes, those of another chain, and missing or foreign states
 */
export function openStoredChain(saved: Uint8Array, source: StateSource, globalId: number): ChainState {
  const record = readChainRecord(saved);
  try {
    return readChain(record, source, globalId);
  } catch (error) {
    if (!(error instanceof TonriverError) || error.code === 'bad_record') throw error;
    throw new ChainBuilderError('bad_record', 'The states of the chain cannot be read', {}, { cause: error });
  }
}

function readChain(record: ChainRecord, source: StateSource, globalId: number): ChainState {
  const { masterchain: named } = record;
  const masterchain = readNamed(source, named.stateHash, named, globalId);
  if (masterchain.masterchainExtra === null) throw foreign('the masterchain state has no masterchain part');
  const facts = readMasterchainFacts(masterchain.masterchainExtra);
  const heads = new Map<bigint, ShardHead>();
  for (const { shard, stateHash } of record.shards) {
    const block = blockOf(facts, shard, stateHash);
    const { head } = readNamed(source, stateHash, block, globalId);
    const isNamed = head.workchain === 0 && head.shard === shard && head.reference.seqno === block.seqno;
    if (!isNamed || head.reference.endLt !== block.endLt) throw foreign('a shard state is not that of its block');
    heads.set(shard, head);
  }
  if (heads.size !== Math.max(1, facts.leaves.length)) throw foreign('the shards are not those of the masterchain');
  const all = [masterchain.head, ...heads.values()];
  return { masterchain: masterchain.head, facts, heads, deliveries: readDeliveries(record.deliveries, all) };
}

/** Returns the block that made a shard's state, as the masterchain names it. */
function blockOf({ leaves, config }: MasterchainFacts, shard: bigint, stateHash: Hash): BlockReference {
  const leaf = leaves.find((candidate) => candidate.shard === shard);
  if (leaf !== undefined) return leaf.description;
  // The first masterchain block names the basechain's zero state; until then the configuration does.
  const { rootHash, fileHash } = config.basechain;
  if (leaves.length > 0 || shard !== WHOLE_SHARD || !equalBytes(rootHash, stateHash)) {
    throw foreign('the masterchain does not know a shard');
  }
  return { endLt: 0n, seqno: 0, rootHash, fileHash };
}

function readNamed(
  { readState: find }: StateSource,
  hash: Hash,
  block: Pick<BlockReference, 'rootHash' | 'fileHash'>,
  globalId: number,
): ReadState {
  const cell = find(hash);
  if (cell === undefined) {
    throw new ChainBuilderError('bad_record', 'A state of the chain is not stored', { stateHash: hashToHex(hash) });
  }
  if (!equalBytes(cell.hash(), hash)) throw foreign('a state has another hash than was asked for');
  const read = readState(cell, block);
  if (read.globalId !== globalId) throw foreign('a state belongs to another network');
  return read;
}

function readDeliveries(recorded: readonly RecordedDelivery[], heads: readonly ShardHead[]): Deliveries {
  const deliveries = new Map<string, Delivery>();
  for (const { key, round, endLt } of recorded) {
    let message;
    for (const { contents } of heads) message ??= findInLiveDictionary(contents.queue, key);
    if (message === undefined) throw foreign('a delivered message is in no queue');
    deliveries.set(hashKey(message.hash), { message, round, endLt });
  }
  return deliveries;
}

function foreign(what: string): ChainBuilderError {
  return new ChainBuilderError('bad_record', `The record and the states do not fit: ${what}`);
}
