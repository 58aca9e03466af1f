import { Bag, Cell, CellBuilder, writeBag } from '@tonriver/boc';
import { generateWorkload } from '@tonriver/chain-workload';
import {
  type Block,
  buildHashmap,
  cellOf,
  keyFromUint,
  loadBlock,
  loadBlockMasterchainExtra,
  loadShardDescriptions,
  loadShardState,
  type MasterchainBlockExtra,
  type ShardTop,
  standardAddress,
  storeBlock,
  storeMasterchainBlockExtra,
  storeMessage,
  storeShardState,
  storeTransaction,
} from '@tonriver/chain-model';
import {
  resolveBlock,
  resolveMasterchainBlockExtra,
  resolveShardState,
  storeShardDescription,
} from '@tonriver/chain-model/testing';
import { withPrunedAccounts } from '@tonriver/testing';
import type { SeedBytes, SeedKind } from './corpus.ts';
import { handMadeTransactions } from './hand-made-transactions.ts';

type Write = (builder: CellBuilder) => void;

const account = new Uint8Array(32).fill(6);

/** Forks above the one leaf of a dictionary, as many as readers let pass: 2^11 leaves in general … */
const forkCount = 11;
/** … 2^8 currencies in an amount, 2^9 messages of a transaction … */
const currencyForkCount = 8;
const messageForkCount = 9;
/** … and no more transactions and descriptors than the bag has cells. */
const fewForkCount = 6;
/** … and no more shards. */
const shardForkCount = 9;

/** `hml_same$11 v:Bit n:(#<= m)` of zeros over the whole rest of a key. */
function sameLabel(keyBits: number): Write {
  return (builder) => void builder.storeUint(0b110, 3).storeUint(keyBits, 32 - Math.clz32(keyBits));
}

/** A dictionary of few cells and thousands of leaves, all of them one and the same. */
function sharedDictionary(keyBits: number, leaf: Write, extra: Write = () => undefined, forks = forkCount): Cell {
  const bottom = new CellBuilder();
  sameLabel(keyBits - forks)(bottom);
  extra(bottom);
  leaf(bottom);
  let node = bottom.endCell();
  for (let fork = 0; fork < forks; fork++) {
    const builder = new CellBuilder().storeUint(0, 2).storeRef(node).storeRef(node);
    extra(builder);
    node = builder.endCell();
  }
  return node;
}

const currencies = sharedDictionary(32, (builder) => void builder.storeVarUint(1n, 5), undefined, currencyForkCount);
/** A `CurrencyCollection` that refers to thousands of currencies. */
const money: Write = (builder) => void builder.storeCoins(1n).storeBit(1).storeRef(currencies);

/** Bags of few cells that describe as much as readers allow: time and memory must stay bounded. */
export function bombSeeds(): SeedBytes[] {
  const { masterchain, blocks } = seedChain();
  const ordinary = handMadeTransactions()[0]?.parts;
  if (ordinary === undefined) return [];
  const message = cellOf(storeMessage, {
    ...(ordinary.inMessage as NonNullable<typeof ordinary.inMessage>),
    init: null,
    initLayout: 'inline',
  });
  const transaction = manyMessages(cellOf(storeTransaction, { ...ordinary, outMessages: [] }), message);
  const [masterBlock, shardBlock] = blocks;
  return [
    seed('a transaction of shared messages', 'transaction', transaction),
    ...[masterBlock, shardBlock].flatMap((bytes, index) => blockBombs(bytes as Uint8Array, transaction, index)),
    ...stateBombs(masterchain),
    // More consecutive branches than the stack has frames.
    ...[masterBlock, shardBlock].map((bytes, index) => ({
      ...seed(`pruned accounts ${index}`, 'block', new CellBuilder().endCell()),
      bytes: withPrunedAccounts(bytes as Uint8Array, 13),
    })),
  ];
}

const seed = (name: string, kind: SeedKind, root: Cell): SeedBytes => ({
  name: `hand-made bomb: ${name}`,
  kind,
  group: 'hand-made',
  bytes: writeBag([root]),
  isBomb: true,
});

function seedChain() {
  const workload = generateWorkload({ seed: 'fuzz bombs', rounds: 3, accounts: 8, transactionsPerRound: 3 });
  const blocks = [...workload.rounds()].at(-1)?.blocks.map(({ boc }) => boc) ?? [];
  return { masterchain: workload.zeroStates.masterchain.boc, blocks };
}

/** The same transaction with a dictionary of shared messages in the place of its own. */
function manyMessages(transaction: Cell, message: Cell): Cell {
  const [messages, ...others] = transaction.refs as [Cell, ...Cell[]];
  const inbound = messages.refs[0] as Cell;
  const dictionary = sharedDictionary(15, (builder) => void builder.storeRef(message), undefined, messageForkCount);
  const holder = new CellBuilder().storeUint(0b11, 2).storeRef(inbound).storeRef(dictionary).endCell();
  return new Cell({ bits: transaction.bits, bitLength: transaction.bitLength, refs: [holder, ...others] });
}

function blockBombs(bytes: Uint8Array, transaction: Cell, index: number): SeedBytes[] {
  const bag = Bag.parse(bytes);
  const loaded = loadBlock(bag);
  const block = resolveBlock(bag, loaded);
  const empty = new CellBuilder().endCell();
  const withExtra = (change: Partial<Block<Cell>['extra']>): Cell =>
    cellOf(storeBlock, { ...block, extra: { ...block.extra, ...change } });
  const importFees: Write = (builder) => {
    builder.storeCoins(1n);
    money(builder);
  };
  const descriptors = (extra: Write, leaf: Write): Cell => {
    const builder = new CellBuilder().storeBit(1).storeRef(sharedDictionary(256, leaf, extra));
    extra(builder);
    return builder.endCell();
  };
  const external: Write = (builder) => void builder.storeUint(0, 3).storeRef(empty).storeRef(transaction);
  const bombs = [
    ...(['StateInits', 'bodies'] as const).map((what) =>
      seed(
        `one tree in many ${what} ${index}`,
        'block',
        withExtra({ accountBlocks: accountBlocks(manyTrees(transaction, what)) }),
      ),
    ),
    seed(`in descriptors ${index}`, 'block', withExtra({ inMessageDescriptors: descriptors(importFees, external) })),
    seed(`out descriptors ${index}`, 'block', withExtra({ outMessageDescriptors: descriptors(money, external) })),
    seed(`transactions ${index}`, 'block', withExtra({ accountBlocks: accountBlocks(transaction) })),
  ];
  const masterchain = loadBlockMasterchainExtra(bag, loaded);
  if (masterchain === null) return bombs;
  const twice: Write = (builder) => [money, money].forEach((write) => write(builder));
  const shardFees = sharedDictionary(96, twice, twice);
  const custom = cellOf(storeMasterchainBlockExtra, {
    ...resolveMasterchainBlockExtra(bag, masterchain),
    shardFees: { root: shardFees, extra: { fees: zero, create: zero } },
  });
  const shards = cellOf(storeMasterchainBlockExtra, {
    ...resolveMasterchainBlockExtra(bag, masterchain),
    shardHashes: manyShards(bag, masterchain),
  });
  return [
    ...bombs,
    seed(`shard fees ${index}`, 'block', withExtra({ custom })),
    seed(`shards ${index}`, 'block', withExtra({ custom: shards })),
  ];
}

/** One workchain with as many shards as a bag may have, all of them one and the same, and not poor. */
function manyShards(bag: Bag, { shardHashes }: MasterchainBlockExtra): Cell {
  const [top] = loadShardDescriptions(bag, shardHashes);
  const rich = { grams: 1n, extra: Array.from({ length: 256 }, (_, currency) => ({ currency, amount: 1n })) };
  let node = new CellBuilder();
  node.storeBit(0);
  storeShardDescription(node, { ...(top as ShardTop).description, feesCollected: rich, fundsCreated: rich });
  for (let fork = 0; fork < shardForkCount; fork++) {
    const below = node.endCell();
    node = new CellBuilder().storeBit(1).storeRef(below).storeRef(below);
  }
  const tree = node.endCell();
  const builder = new CellBuilder();
  sameLabel(32)(builder);
  return builder.storeRef(tree).endCell();
}

/** A transaction with hundreds of messages, each of its own, that all refer to one tree of thousands of cells. */
function manyTrees(transaction: Cell, what: 'StateInits' | 'bodies'): Cell {
  const tree = largeTree();
  const entries = Array.from({ length: 500 }, (_, index) => {
    const own = new CellBuilder().storeUint(index, 32).endCell();
    const message = cellOf(storeMessage, {
      info: {
        type: 'external_out',
        ihrDisabled: null,
        bounce: null,
        bounced: null,
        source: standardAddress({ workchain: 0, hash: account }),
        destination: { type: 'none' },
        value: null,
        ihrFee: null,
        forwardFee: null,
        importFee: null,
        createdLt: 1n,
        createdAt: index,
      },
      init:
        what === 'StateInits' ? { fixedPrefixLength: null, special: null, code: own, data: tree, library: null } : null,
      initLayout: 'inline',
      body: what === 'bodies' ? tree : own,
      bodyLayout: 'reference',
    });
    return { key: keyFromUint(index, 15), value: message };
  });
  const dictionary = buildHashmap(entries, {
    keyBits: 15,
    storeValue: (builder, message) => void builder.storeRef(message),
  });
  const [messages, ...others] = transaction.refs as [Cell, ...Cell[]];
  const holder = new CellBuilder()
    .storeUint(0b11, 2)
    .storeRef(messages.refs[0] as Cell)
    .storeRef(dictionary as Cell);
  return new Cell({ bits: transaction.bits, bitLength: transaction.bitLength, refs: [holder.endCell(), ...others] });
}

function largeTree(): Cell {
  let layer = Array.from({ length: 4 ** 7 }, (_, index) => new CellBuilder().storeUint(index, 15).endCell());
  while (layer.length > 1) {
    layer = Array.from({ length: layer.length / 4 }, (_, index) => {
      const builder = new CellBuilder();
      for (const child of layer.slice(4 * index, 4 * index + 4)) builder.storeRef(child);
      return builder.endCell();
    });
  }
  return layer[0] as Cell;
}

const zero = { grams: 0n, extra: [] };

/** One account with thousands of lts, all of them the same transaction. */
function accountBlocks(transaction: Cell): Cell {
  const transactions = sharedDictionary(64, (builder) => void builder.storeRef(transaction), money, fewForkCount);
  const leaf = new CellBuilder();
  // The label is the account: `hml_long$10 n:(#<= 256)`.
  leaf.storeUint(0b10, 2).storeUint(256, 9).storeBytes(account);
  money(leaf);
  leaf.storeUint(0x5, 4).storeBytes(account);
  leaf.storeCell(withExtraBehind(transactions)).storeRef(new CellBuilder().endCell());
  return new CellBuilder().storeBit(1).storeRef(leaf.endCell()).storeCoins(0n).storeBit(0).endCell();
}

/** A fork that lies inline cannot hold three references: its sum is without extra currencies. */
function withExtraBehind(fork: Cell): Cell {
  const [first, second] = fork.refs as [Cell, Cell];
  return new CellBuilder().storeUint(0, 2).storeRef(first).storeRef(second).storeCoins(0n).storeBit(0).endCell();
}

function stateBombs(bytes: Uint8Array): SeedBytes[] {
  const bag = Bag.parse(bytes);
  const state = resolveShardState(bag, loadShardState(bag, bag.root));
  const library = new CellBuilder().endCell();
  const publishers: Write = (builder) => {
    // Inline: a fork without a label.
    const node = sharedDictionary(255, () => undefined);
    builder.storeUint(0, 2).storeRef(library).storeUint(0, 2).storeRef(node).storeRef(node);
  };
  const depthBalance: Write = (builder) => {
    builder.storeUint(0, 5);
    money(builder);
  };
  const accountLeaf: Write = (builder) =>
    void builder.storeRef(new CellBuilder().storeBit(0).endCell()).storeBytes(account).storeUint(1, 64);
  const accounts = new CellBuilder().storeBit(1).storeRef(sharedDictionary(256, accountLeaf, depthBalance));
  depthBalance(accounts);
  return [
    seed('libraries', 'state', cellOf(storeShardState, { ...state, libraries: sharedDictionary(256, publishers) })),
    seed('accounts', 'state', cellOf(storeShardState, { ...state, accounts: accounts.endCell() })),
    seed(
      'many currencies',
      'message',
      cellOf(storeMessage, {
        info: {
          type: 'internal',
          ihrDisabled: true,
          bounce: false,
          bounced: false,
          source: standardAddress({ workchain: 0, hash: account }),
          destination: standardAddress({ workchain: 0, hash: account }),
          value: {
            grams: 1n,
            extra: Array.from({ length: 300 }, (_, currency) => ({ currency, amount: BigInt(currency) })),
          },
          ihrFee: 0n,
          forwardFee: 0n,
          importFee: null,
          createdLt: 1n,
          createdAt: 1,
        },
        init: null,
        initLayout: 'inline',
        body: library,
        bodyLayout: 'inline',
      }),
    ),
  ];
}
