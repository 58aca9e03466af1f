import { accountStateRow, globalVersionOf, latestAccountStateRow } from '@tonriver/block-rows';
import { Bag, serializeTree } from '@tonriver/boc';
import { eachShardAccount, hashToHex, loadShardAccounts, loadShardState, type ShardState } from '@tonriver/chain-model';
import type { ApplyBlockDependencies } from './apply-block.ts';
import { shownTrees } from './decode-block.ts';
import type { InitialState } from './initial-states.ts';
import { librariesOfState, writeLibraryChanges } from './library-changes.ts';
import { resolveAccount } from './resolve-account.ts';
import { putTop, type ResolvedRange } from './resolved-range.ts';
import { StateResolverError } from './state-resolver-error.ts';

export interface ActivateDependencies extends ApplyBlockDependencies {
  /** Called between accounts: large states have more rows than should wait in memory. */
  readonly makeRoom: () => Promise<void>;
}

/** Rows of initial states give way to those of blocks. */
const INITIAL_ROW_VERSION = 0;

/** Puts a whole state that something trusted names into the store and writes the rows of all its accounts. */
export async function activateState(
  dependencies: ActivateDependencies,
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
  await writeAccounts(dependencies, range, bag, state);
  if (state.custom !== null) writeMasterchain(dependencies, range, bag, state);
}

/** The record of a state that was used, or found to be what a block left. */
export function activationKey(hash: string): string {
  return `initial/${hash}`;
}

async function writeAccounts(
  dependencies: ActivateDependencies,
  { lineage }: ResolvedRange,
  bag: Bag,
  { workchain, accounts }: ShardState,
): Promise<void> {
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
    resolveAccount({ ...dependencies, lineage }, { workchain, account, lt, codeHash, dataHash, isHeld: false });
    await makeRoom();
  }
}

function writeMasterchain(
  dependencies: ActivateDependencies,
  range: ResolvedRange,
  bag: Bag,
  { seqno, custom }: ShardState,
): void {
  if (custom === null) return;
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
  writeLibraryChanges(dependencies, { from: range.libraries ?? null, to, round: seqno });
  range.libraries = to;
}
