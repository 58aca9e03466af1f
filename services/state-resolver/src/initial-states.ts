import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Bag, BocError, sha256 } from '@tonriver/boc';
import {
  ChainModelError,
  equalBytes,
  hashToHex,
  loadShardState,
  type Network,
  readConfigParameter,
  type ShardState,
  shardToHex,
  WHOLE_SHARD,
} from '@tonriver/chain-model';
import type { ShardPlace } from './decode-block.ts';
import { StateResolverError } from './state-resolver-error.ts';

/** A file that may hold the state of a shard after a block, or before the first block. */
export interface InitialStateFile {
  /** The path, for messages. */
  readonly origin: string;
  /** True for a file of a folder: it is passed over when it does not hold a state. A file named by itself must. */
  readonly isOptional: boolean;
  read(): Uint8Array;
}

/** A whole state of a shard. The network names the zero states; a block must name any other. */
export interface InitialState extends ShardPlace {
  readonly hash: string;
  readonly origin: string;
  read(): Uint8Array;
}

/** Lists the files of paths from the command line. Folders inside folders are not searched. */
export function initialStateFiles(paths: readonly string[]): InitialStateFile[] {
  return paths.flatMap((path): InitialStateFile[] => {
    const fileAt = (file: string, isOptional: boolean) => ({
      origin: file,
      isOptional,
      read: () => readFileSync(file),
    });
    if (!statOf(path).isDirectory()) return [fileAt(path, false)];
    const names = readdirSync(path).filter((name) => name.endsWith('.boc'));
    // A start without the expected states could not be made good later.
    if (names.length === 0) {
      throw new StateResolverError('initial_state_invalid', `The folder ${path} has no .boc file`, { path });
    }
    return names.toSorted().map((name) => fileAt(join(path, name), true));
  });
}

function statOf(path: string) {
  try {
    return statSync(path);
  } catch (error) {
    throw new StateResolverError(
      'initial_state_invalid',
      `The initial state ${path} cannot be opened`,
      { path },
      { cause: error },
    );
  }
}

/**
 * Reads states, and checks the zero states: that of the masterchain by the hashes of the network, others by the list of
 * workchains in the masterchain's zero state. Does not hold the contents: they are read again when they are used.
 *
 * @throws {StateResolverError} `initial_state_invalid`, `initial_state_unnamed`
 */
export function loadInitialStates(files: readonly InitialStateFile[], network: Network): InitialState[] {
  const named = new Map<number, { readonly rootHash: Uint8Array; readonly fileHash: Uint8Array }>();
  const states: { readonly state: InitialState; readonly fileHash: Uint8Array }[] = [];
  for (const file of files) {
    const loaded = loadFile(file);
    if (loaded === undefined) continue;
    const { bag, state, fileHash } = loaded;
    if (state.globalId !== network.globalId) {
      throw unnamedStateError(file.origin, `it is of the network with the global id ${state.globalId}`);
    }
    const { workchain, seqno } = state;
    const hash = hashToHex(bag.hash(bag.root));
    const shard = shardToHex(state.shard);
    states.push({
      state: { workchain, shard, seqno, hash, origin: file.origin, read: () => file.read() },
      fileHash,
    });
    if (workchain === -1 && seqno === 0) {
      named.set(-1, { rootHash: network.zeroStateRootHash, fileHash: network.zeroStateFileHash });
      for (const [id, zeroState] of workchainsOf(bag, state)) named.set(id, zeroState);
    }
  }
  if (files.length > 0 && states.length === 0) {
    const names = files.map(({ origin }) => origin).join(', ');
    throw new StateResolverError('initial_state_invalid', `There is no state of a shard in ${names}`);
  }
  for (const { state, fileHash } of states) {
    if (state.seqno > 0) continue;
    const { workchain, shard, hash, origin } = state;
    const name = named.get(workchain);
    if (name === undefined) {
      throw unnamedStateError(origin, `no masterchain zero state with workchain ${workchain} was given along with it`);
    }
    if (hashToHex(name.rootHash) !== hash || !equalBytes(name.fileHash, fileHash) || shard !== wholeShard) {
      throw unnamedStateError(origin, `workchain ${workchain} begins with ${hashToHex(name.rootHash)}`);
    }
  }
  return states.map(({ state }) => state);
}

const wholeShard = shardToHex(WHOLE_SHARD);

function loadFile(
  file: InitialStateFile,
): { readonly bag: Bag; readonly state: ShardState; readonly fileHash: Uint8Array } | undefined {
  try {
    const bytes = file.read();
    const bag = Bag.parse(bytes);
    bag.hashAll();
    return { bag, state: loadShardState(bag, bag.root), fileHash: sha256(bytes) };
  } catch (error) {
    const isNoState = error instanceof BocError || error instanceof ChainModelError;
    if (isNoState && file.isOptional) return undefined;
    throw new StateResolverError(
      'initial_state_invalid',
      `${file.origin} does not hold the state of a shard as a bag of cells`,
      { file: file.origin },
      { cause: error },
    );
  }
}

function* workchainsOf(bag: Bag, { custom }: ShardState) {
  if (custom === null) return;
  for (const { workchain, description } of readConfigParameter(bag, custom.config.config, 12) ?? []) {
    const { zerostateRootHash: rootHash, zerostateFileHash: fileHash } = description;
    yield [workchain, { rootHash, fileHash }] as const;
  }
}

export function unnamedStateError(origin: string, reason: string): StateResolverError {
  return new StateResolverError('initial_state_unnamed', `The initial state ${origin} is refused: ${reason}`, {
    file: origin,
  });
}
