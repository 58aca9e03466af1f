import { type Cell, sha256, writeBag } from '@tonriver/boc';
import {
  addCurrencyCollections,
  type CurrencyCollection,
  type Hash,
  WHOLE_SHARD,
  zeroCurrencyCollection,
} from '@tonriver/chain-model';
import type { NetworkConfig } from '../network/network-config.ts';
import type { ValidatorGroup } from '../network/validator-group.ts';
import { ACCOUNT_NONE, accountKind } from './account-dictionary.ts';
import { EMPTY_CREATOR_LEDGER } from './creator-stats.ts';
import { changeLiveDictionary, emptyLiveDictionary } from './live-dictionary.ts';
import { masterchainStateExtra } from './masterchain-cells.ts';
import { type MasterchainFacts, NO_REFERENCE, pastBlocksKind } from './masterchain-facts.ts';
import { NODE_FILE_FORM } from './node-file-form.ts';
import { librariesAfter } from './public-libraries.ts';
import { queueKind } from './queue-dictionary.ts';
import type { ShardContents, ShardHead } from './shard-head.ts';
import { writeShardState } from './shard-state-cell.ts';
import type { AccountRecord } from './transaction-outcome.ts';

/** The first state of a shard, as a file. */
export interface ZeroState {
  readonly workchain: number;
  readonly shard: bigint;
  readonly rootHash: Hash;
  readonly fileHash: Hash;
  readonly boc: Uint8Array;
}

/** A zero state, and the head that the first block continues. */
export interface ZeroHead {
  readonly head: ShardHead;
  readonly zeroState: ZeroState;
}

function contentsOf(accounts: readonly AccountRecord[], libraries: Cell | null): ShardContents {
  return {
    accounts: changeLiveDictionary(
      emptyLiveDictionary(accountKind),
      accounts.map((account) => ({ key: account.hash, value: account })),
    ),
    queue: emptyLiveDictionary(queueKind),
    queueSize: 0,
    processed: [],
    validatorFees: zeroCurrencyCollection,
    overloadHistory: 0n,
    underloadHistory: 0n,
    libraries,
  };
}

function balanceOf(contents: ShardContents): CurrencyCollection {
  return contents.accounts.root?.extra.balance ?? zeroCurrencyCollection;
}

function zeroHead(workchain: number, genUtime: number, state: Cell, contents: ShardContents): ZeroHead {
  const boc = writeBag([state], NODE_FILE_FORM);
  const [rootHash, fileHash] = [state.hash(), sha256(boc)];
  return {
    head: {
      workchain,
      shard: WHOLE_SHARD,
      reference: { endLt: 0n, seqno: 0, rootHash, fileHash },
      genUtime,
      state,
      contents,
    },
    zeroState: { workchain, shard: WHOLE_SHARD, rootHash, fileHash, boc },
  };
}

/** Creates the zero state of the basechain: one shard. */
export function createBasechainZeroState(
  globalId: number,
  genUtime: number,
  accounts: readonly AccountRecord[],
): ZeroHead {
  const contents = contentsOf(accounts, null);
  const state = writeShardState({
    globalId,
    ident: { workchain: 0, shard: WHOLE_SHARD },
    seqno: 0,
    genUtime,
    genLt: 0n,
    minRefMcSeqno: NO_REFERENCE,
    beforeSplit: false,
    contents,
    totalBalance: balanceOf(contents),
    masterReference: null,
    masterchain: null,
  });
  return zeroHead(0, genUtime, state, contents);
}

/** Creates the zero state of the masterchain, with its facts. The configuration names the basechain's zero state. */
export function createMasterchainZeroState(options: {
  readonly globalId: number;
  readonly genUtime: number;
  readonly accounts: readonly AccountRecord[];
  readonly config: NetworkConfig;
  readonly group: ValidatorGroup;
  readonly basechain: ShardHead;
}): ZeroHead & { readonly facts: MasterchainFacts } {
  const { globalId, genUtime, config, group, basechain } = options;
  const owners = options.accounts.map(({ hash, cell }) => ({ hash, before: ACCOUNT_NONE, after: cell }));
  const contents = contentsOf(options.accounts, librariesAfter(null, owners));
  const facts: MasterchainFacts = {
    config,
    // The first masterchain block names the basechain's zero state.
    leaves: [],
    validatorListHashShort: group.stateListHashShort,
    catchainSeqno: 0,
    nextCatchainUpdated: true,
    pastBlocks: emptyLiveDictionary(pastBlocksKind),
    isKeyState: true,
    lastKeyBlock: null,
    creators: EMPTY_CREATOR_LEDGER,
    globalBalance: addCurrencyCollections(balanceOf(contents), balanceOf(basechain.contents)),
  };
  const state = writeShardState({
    globalId,
    ident: { workchain: -1, shard: WHOLE_SHARD },
    seqno: 0,
    genUtime,
    genLt: 0n,
    minRefMcSeqno: NO_REFERENCE,
    beforeSplit: false,
    contents,
    totalBalance: balanceOf(contents),
    masterReference: null,
    masterchain: masterchainStateExtra(facts),
  });
  return { ...zeroHead(-1, genUtime, state, contents), facts };
}
