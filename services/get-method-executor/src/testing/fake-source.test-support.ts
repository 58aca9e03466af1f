import { type AccountSource, AccountSourceError, type MasterchainPoint } from '@tonriver/chain-source';
import { Bag, CellBuilder, writeBag } from '@tonriver/boc';
import { libraryReference } from '@tonriver/boc/testing';
import { hashToHex, standardAddress, storeAccount, storeShardAccount } from '@tonriver/chain-model';

const address = { workchain: 0, hash: new Uint8Array(32).fill(0xab) };
export const accountHex = 'AB'.repeat(32);

export const bagOf = (value: number): Uint8Array => writeBag([new CellBuilder().storeUint(value, 32).endCell()]);
export const hashOf = (boc: Uint8Array): Uint8Array => {
  const bag = Bag.parse(boc);
  return bag.hash(bag.root);
};

/** A bag with a library cell below its root, one for each hash. */
export const bagWithLibraries = (...hashes: readonly Uint8Array[]): Uint8Array => {
  const builder = new CellBuilder().storeUint(1, 8);
  for (const hash of hashes) builder.storeRef(libraryReference(hash));
  return writeBag([builder.endCell()]);
};

export interface AccountParts {
  readonly status?: 'active' | 'uninit' | 'frozen';
  readonly codeBoc?: Uint8Array | null;
  readonly dataBoc?: Uint8Array | null;
  readonly balance?: bigint;
}

/** A `ShardAccount` after a transaction at lt 7. */
export function shardAccount({
  status = 'active',
  codeBoc = bagOf(1),
  dataBoc = bagOf(2),
  balance = 5n,
}: AccountParts) {
  const cellOf = (boc: Uint8Array | null) => {
    if (boc === null) return null;
    const bag = Bag.parse(boc);
    return bag.toCell(bag.root);
  };
  const stateInit = {
    fixedPrefixLength: null,
    special: null,
    code: cellOf(codeBoc),
    data: cellOf(dataBoc),
    library: null,
  };
  const states = {
    active: { type: 'active', stateInit, stateHash: null },
    uninit: { type: 'uninit', stateInit: null, stateHash: null },
    frozen: { type: 'frozen', stateInit: null, stateHash: new Uint8Array(32) },
  } as const;
  const account = new CellBuilder();
  storeAccount(account, {
    address: standardAddress(address),
    storageInfo: { used: { cells: 1, bits: 1 }, storageDictHash: null, lastPaid: 1, duePayment: null },
    storage: {
      lastTransLt: 8n,
      balance: { grams: balance, extra: [{ currency: 9, amount: 3n }] },
      state: states[status],
    },
  });
  const builder = new CellBuilder();
  storeShardAccount(builder, {
    account: account.endCell(),
    lastTransHash: new Uint8Array(32).fill(7),
    lastTransLt: 7n,
  });
  return writeBag([builder.endCell()]);
}

export interface FakeSource extends AccountSource {
  shardAccountBoc: Uint8Array | undefined | 'not known';
  readonly libraries: Map<string, Uint8Array>;
  readonly asked: string[];
}

const points: readonly MasterchainPoint[] = [1, 2].map((seqno) => ({
  seqno,
  rootHash: new Uint8Array(32).fill(seqno),
  fileHash: null,
  unixTime: 1000 + seqno,
  recorded: null,
}));

/** A source with two blocks and one account. */
export function createFakeSource(): FakeSource {
  const config = bagOf(99);
  const source: FakeSource = {
    shardAccountBoc: shardAccount({}),
    libraries: new Map(),
    asked: [],
    head: async () => points[1] as MasterchainPoint,
    point: async (seqno) => points[seqno - 1],
    async account(_address, { seqno }) {
      source.asked.push(`account at ${seqno}`);
      const { shardAccountBoc } = source;
      if (shardAccountBoc === 'not known') throw new AccountSourceError('account_not_known', 'Not here');
      return shardAccountBoc === undefined ? undefined : { shardAccountBoc };
    },
    config: async () => config,
    async library(hash) {
      source.asked.push(`library ${hashToHex(hash).slice(0, 4)}`);
      return source.libraries.get(hashToHex(hash));
    },
    previousBlocks: async () => null,
    close: async () => undefined,
  };
  return source;
}
