// A chain whose zero state has contracts: their get-methods are real, and nothing happens to them.
import { createMemorySource, type MemoryBlock } from '@tonriver/block-source';
import { type Cell, CellBuilder } from '@tonriver/boc';
import { type GenesisAccount, startNetwork } from '@tonriver/chain-builder';
import { type AccountAddress, standardAddress, type StateInit, storeMessageAddress } from '@tonriver/chain-model';
import {
  addressOfState,
  dnsCollectionState,
  dnsItemState,
  dnsRootState,
  dnsWalletRecord,
  jettonMinterState,
  jettonWalletState,
  nftCollectionState,
  nftItemState,
  offChainMetadata,
  onChainMetadata,
} from '@tonriver/devnet-contracts';
import type { DetectableChain } from './detector-bench.test-support.ts';

const account = (byte: number): AccountAddress => ({ workchain: 0, hash: new Uint8Array(32).fill(byte) });
export const [owner, admin] = [account(0x0b), account(0xad)];

const balance = { grams: 5_000_000_000n, extra: [] };

/** Named contracts of the zero state, and the account that each of them is. */
export function contractAccounts(): ReadonlyMap<string, GenesisAccount> {
  const accounts = new Map<string, GenesisAccount>();
  const add = (
    name: string,
    state: StateInit<Cell>,
    { data = state.data, address = addressOfState(state) }: { data?: Cell | null; address?: AccountAddress } = {},
  ): AccountAddress => {
    accounts.set(name, { address, balance, state: { code: state.code, data } });
    return address;
  };
  const minter = add('minter', jettonMinterState({ admin, content: onChainMetadata({ name: 'River' }) }));
  const wallet = jettonWalletState({ owner, minter });
  add('wallet', wallet, { data: jettonWalletState({ owner, minter, balance: 77n }).data });
  add('false wallet', wallet, { address: account(0x66) });
  add('orphan wallet', jettonWalletState({ owner, minter: account(0x99) }));
  const collection = add(
    'collection',
    nftCollectionState({
      owner: admin,
      content: offChainMetadata('https://example.org/collection.json'),
      itemPrefix: 'https://example.org/',
      royalty: { numerator: 5, denominator: 100, destination: admin },
    }),
  );
  const item = nftItemState(7n, collection);
  const held = new CellBuilder().storeUint(7, 64);
  storeMessageAddress(held, standardAddress(collection));
  storeMessageAddress(held, standardAddress(owner));
  held.storeRef(new CellBuilder().storeBytes(Buffer.from('7.json')).endCell());
  add('item', item, { data: held.endCell() });
  // SETCP0, then a continuation without end: <{ }> AGAIN.
  const loop = new CellBuilder().storeUint(0xff0090ea, 32).endCell();
  add('loop', { ...wallet, code: loop }, { address: account(0x77) });
  const names = add('names', dnsCollectionState({ content: onChainMetadata({ name: 'Names' }), price: 1n }));
  const addDomain = (label: string, records: Readonly<Record<string, Cell>>): void => {
    const { data } = dnsItemState(label, names, { owner, records });
    add(label, dnsItemState(label, names), { data });
  };
  addDomain('river', { wallet: dnsWalletRecord(owner) });
  addDomain('stone', { wallet: dnsWalletRecord(admin) });
  accounts.set('uninit', { address: account(0x88), balance });
  return accounts;
}

const [CONFIG, ELECTOR, ROOT] = [0x55, 0x33, 0x44].map((byte) => new Uint8Array(32).fill(byte)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

export function contractNetwork(rounds: number): DetectableChain {
  const silent = new CellBuilder().storeUint(0xff00, 16).endCell();
  const special = (hash: Uint8Array, data: Cell): GenesisAccount => ({
    address: { workchain: -1, hash },
    balance,
    isSpecial: true,
    state: { code: silent, data },
  });
  const root = dnsRootState('ton', contractAccounts().get('names')!.address);
  const genUtime = 1_790_000_000;
  const chain = startNetwork({
    seed: 'contracts',
    globalId: -239,
    version: { version: 13, capabilities: 0b110_1110n },
    genUtime,
    validatorCount: 3,
    mainValidatorCount: 3,
    configAddress: CONFIG,
    electorAddress: ELECTOR,
    minterAddress: null,
    currencies: [],
    maxSplit: 0,
    splitMergeDelaySeconds: 3,
    splitMergeIntervalSeconds: 60,
    parameters: new Map([[4, new CellBuilder().storeBytes(ROOT).endCell()]]),
    basechainAccounts: [...contractAccounts().values()],
    masterchainAccounts: ({ dictionary }) => [
      special(CONFIG, new CellBuilder().storeRef(dictionary).endCell()),
      special(ELECTOR, new CellBuilder().endCell()),
      { address: { workchain: -1, hash: ROOT }, balance, state: { code: root.code!, data: root.data! } },
    ],
  });
  const blocks: MemoryBlock[] = [];
  for (let seqno = 1; seqno <= rounds; seqno += 1) {
    const round = chain.openRound(genUtime + seqno);
    for (const { shard } of round.steps()) round.closeBlock(round.openBlock(shard));
    round.openMasterchain();
    for (const built of round.close({ recoverCreateMessage: null, mintMessage: null }).blocks) {
      const { workchain, shard, seqno: number, boc, fileHash, rootHash } = built;
      blocks.push({
        key: { workchain, shard, seqno: number },
        boc,
        origin: `round ${seqno}`,
        namedFileHash: fileHash,
        rootHash: Buffer.from(rootHash).toString('hex'),
      });
    }
  }
  const { masterchain, basechain } = chain.zeroStates;
  return {
    source: createMemorySource(blocks),
    network: {
      name: 'contracts',
      globalId: -239,
      zeroStateRootHash: masterchain.rootHash,
      zeroStateFileHash: masterchain.fileHash,
    },
    initialStates: [masterchain, basechain].map(({ boc }, index) => ({
      origin: `zero state ${index}`,
      isOptional: false,
      read: () => boc,
    })),
    rounds,
  };
}
