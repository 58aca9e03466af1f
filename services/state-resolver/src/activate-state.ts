import {
  accountStateRow,
  fingerprintOf,
  globalVersionOf,
  initialStateChecksum,
  latestAccountStateRow,
  type LibraryRecord,
  packInitialAccount,
  packLibraries,
} from '@tonriver/block-rows';
import { Bag, serializeTree } from '@tonriver/boc';
import {
  eachShardAccount,
  type Hash,
  hashFromHex,
  hashToHex,
  loadShardAccounts,
  loadShardState,
  shardFromHex,
  type ShardState,
  shardToSigned,
} from '@tonriver/chain-model';
import type { ApplyBlockDependencies } from './apply-block.ts';
import { shownTrees } from './decode-block.ts';
import type { InitialState } from './initial-states.ts';
import { librariesOfState, writeLibraryChanges } from './library-changes.ts';
import { resolveAccount } from './resolve-account.ts';
import { putTop, type ResolvedRange } from './resolved-range.ts';
import { StateResolverError } from './state-resolver-error.ts';

/** Rows of initial states give way to those of blocks. */
const INITIAL_ROW_VERSION = 0;

/**
 * Puts a whole state that something trusted names into the store and writes the rows of all its accounts, and which
 * rows these are: no block names them.
 */
export async function activateState(
  dependencies: ApplyBlockDependencies,
  range: ResolvedRange,
  initial: InitialState,
): Promise<void> {
  const { store } = dependencies;
  const bag = Bag.parse(initial.read());
  bag.hashAll();
  if (hashToHex(bag.hash(bag.root)) !== initial.hash) {
    throw new StateResolverError('initial_state_invalid', `${initial.origin} has changed since it was checked`, {
      file: initial.origin,
    });
  }
  const state = loadShardState(bag, bag.root);
  store.add(bag, bag.root);
  const { workchain, shard, seqno, hash } = initial;
  putTop(store, range, { workchain, shard, seqno, hash });
  store.putRecord(activationKey(hash), Buffer.from(initial.origin));
  const parts = createParts(dependencies, initial);
  await writeAccounts(dependencies, range, parts, { bag, state });
  parts.end(state.custom === null ? notMasterchain : writeMasterchain(dependencies, range, bag, state));
}

/** The record of a state that was used, or found to be what a block left. */
export function activationKey(hash: string): string {
  return `initial/${hash}`;
}

/** What a masterchain state has beside its accounts. */
interface MasterchainPart {
  readonly configHash: Hash | null;
  readonly libraries: readonly LibraryRecord[];
}

const notMasterchain: MasterchainPart = { configHash: null, libraries: [] };

/** Accounts of a part: its row has so many times 45 bytes. */
const ACCOUNTS_PER_PART = 4096;

interface Parts {
  add(record: Uint8Array): void;
  end(masterchain: MasterchainPart): void;
}

/** The rows that say which accounts the state has, so many in each. */
function createParts({ rows }: ApplyBlockDependencies, { workchain, shard, seqno, hash }: InitialState): Parts {
  const place = { workchain, shard: shardToSigned(shardFromHex(shard)), seqno, hash: hashFromHex(hash) };
  let records: Uint8Array[] = [];
  let part = 0;
  const close = (isLast: boolean, { configHash, libraries }: MasterchainPart): void => {
    const row = { ...place, part, isLast, accounts: Buffer.concat(records), configHash };
    const whole = { ...row, libraries: packLibraries(libraries) };
    rows.initialStates.add({ ...whole, checksum: initialStateChecksum(whole) });
    records = [];
    part += 1;
  };
  return {
    add(record) {
      if (records.length === ACCOUNTS_PER_PART) close(false, notMasterchain);
      records.push(record);
    },
    end: (masterchain) => close(true, masterchain),
  };
}

async function writeAccounts(
  dependencies: ApplyBlockDependencies,
  { lineage }: ResolvedRange,
  parts: Parts,
  { bag, state }: { readonly bag: Bag; readonly state: ShardState },
): Promise<void> {
  const { workchain, accounts } = state;
  const { rows, makeRoom } = dependencies;
  const { root } = loadShardAccounts(bag, accounts);
  for (const shardAccount of eachShardAccount(bag, root)) {
    const { hash: account, lastTransLt: lt, lastTransHash: transactionHash } = shardAccount;
    const row = accountStateRow(bag, shardAccount.account, {
      workchain,
      account,
      lt,
      transactionHash,
      mcBlockSeqno: null,
      rowVersion: INITIAL_ROW_VERSION,
    });
    rows.accountStates.add(row);
    rows.latestAccountStates.add(latestAccountStateRow(row));
    const { code, data } = shownTrees(bag, workchain, account, shardAccount.account);
    const [codeHash, dataHash] = [code?.hash ?? null, data?.hash ?? null];
    const after = { workchain, account, lt, codeHash, dataHash, isHeld: false };
    const written = resolveAccount({ ...dependencies, lineage }, after);
    parts.add(packInitialAccount({ account, lt, transaction: fingerprintOf(transactionHash), ...written }));
    await makeRoom();
  }
}

function writeMasterchain(
  dependencies: ApplyBlockDependencies,
  range: ResolvedRange,
  bag: Bag,
  { seqno, custom }: ShardState,
): MasterchainPart {
  if (custom === null) return notMasterchain;
  const { rows } = dependencies;
  const { config, configAddress } = custom.config;
  const hash = bag.hash(config);
  rows.cellTrees.add({ hash, boc: serializeTree(bag, config) });
  rows.configs.add({
    mcBlockSeqno: seqno,
    hash,
    configAddress,
    globalVersion: globalVersionOf(bag, config),
    rowVersion: INITIAL_ROW_VERSION,
  });
  const to = librariesOfState(bag, bag.root) ?? null;
  const libraries = writeLibraryChanges(dependencies, { from: range.libraries ?? null, to, round: seqno });
  range.libraries = to;
  if (libraries === undefined) delete range.libraries;
  return { configHash: hash, libraries: libraries ?? [] };
}
