import {
  accountStateRow,
  currencyDictionaryOf,
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
import type { ResolverRows } from './resolver-rows.ts';
import { StateResolverError } from './state-resolver-error.ts';

/** The lowest version: rows of blocks replace those of initial states. */
const INITIAL_ROW_VERSION = 0;

/**
 * Puts an initial state into the store of cells. Writes the rows of all its accounts, and records which rows these are:
 * no block says it.
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

/** Returns the key of the record that an initial state was used, or was found to be the state after a block. */
export function activationKey(hash: string): string {
  return `initial/${hash}`;
}

/** The rows that a masterchain state has beside those of its accounts. */
interface MasterchainPart {
  readonly configHash: Hash | null;
  readonly libraries: readonly LibraryRecord[];
}

const notMasterchain: MasterchainPart = { configHash: null, libraries: [] };

/** Accounts in one row of `initial_states`, at 45 bytes each. */
const ACCOUNTS_PER_PART = 4096;

interface Parts {
  add(record: Uint8Array): void;
  end(masterchain: MasterchainPart): void;
}

/** Creates the rows that list the accounts of a state. */
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
  const { rows, insertIfFull } = dependencies;
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
    const resolved = resolveAccount({ ...dependencies, lineage }, after);
    const written = { ...resolved, hasCurrencies: writeCurrencies(rows, bag, shardAccount.account) };
    parts.add(packInitialAccount({ account, lt, transaction: fingerprintOf(transactionHash), ...written }));
    await insertIfFull();
  }
}

/**
 * Writes the dictionary of extra currencies of an account, if it has one. The account's row shows it too, but the first
 * block that changes the account may replace that row by one with only the dictionary's hash.
 */
function writeCurrencies({ cellTrees }: ResolverRows, bag: Bag, account: number): boolean {
  const dictionary = currencyDictionaryOf(bag, account);
  if (dictionary === null) return false;
  cellTrees.add({ hash: bag.hash(dictionary), boc: serializeTree(bag, dictionary) });
  return true;
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
