import { type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import {
  type AccountAddress,
  type AccountState,
  type ExtraCurrency,
  standardAddress,
  storeAccount,
  storeShardAccount,
} from '@tonriver/chain-model';
import { createDevnetNetwork, createEnvironmentReader, createWallet } from '@tonriver/devnet-chain';

const GENESIS_TIME = 1_800_000_000;
/** The time of the block after which messages are emulated, seconds. */
export const NOW = GENESIS_TIME + 100_000;

/** The configuration of a devnet, as a bag. */
export function devnetConfig(): Uint8Array {
  const options = { seed: 'fees', globalId: -777, genesisTime: GENESIS_TIME, walletCount: 1 };
  const network = createDevnetNetwork({ ...options, shardsMin: 1, shardsMax: 1 });
  return createEnvironmentReader()(network.create()).configBoc;
}

/** A wallet that checks signatures, its own number of the message, and its time. */
export const wallet = createWallet('a wallet that is emulated');

/** An order of the wallet to send 1 TON. */
export const order = {
  seqno: 0,
  validUntil: NOW + 100,
  to: { workchain: 0, hash: new Uint8Array(32).fill(5) },
  amount: 1_000_000_000n,
  bounce: false,
};

/** A `ShardAccount` that last paid for its storage 90,000 seconds before `NOW`. */
export function shardAccountOf(
  address: AccountAddress,
  state: AccountState<Cell>,
  { grams = 10_000_000_000n, extra = [] }: { readonly grams?: bigint; readonly extra?: readonly ExtraCurrency[] } = {},
): Uint8Array {
  const account = new CellBuilder();
  storeAccount(account, {
    address: standardAddress(address),
    storageInfo: {
      used: { cells: 22, bits: 5697 },
      storageDictHash: null,
      lastPaid: NOW - 90_000,
      duePayment: null,
    },
    storage: { lastTransLt: 8n, balance: { grams, extra }, state },
  });
  const builder = new CellBuilder();
  const lastTransaction = { lastTransHash: new Uint8Array(32).fill(7), lastTransLt: 7n };
  storeShardAccount(builder, { account: account.endCell(), ...lastTransaction });
  return writeBag([builder.endCell()]);
}

/** Kinds of states. */
export const states = {
  uninit: { type: 'uninit', stateInit: null, stateHash: null },
  active: (stateInit: Extract<AccountState<Cell>, { type: 'active' }>['stateInit']) => ({
    type: 'active' as const,
    stateInit,
    stateHash: null,
  }),
  frozen: (stateHash: Uint8Array) => ({ type: 'frozen' as const, stateInit: null, stateHash }),
} as const;
