import { Bag, CellBuilder, writeBag } from '@tonriver/boc';
import { storeExtraCurrencies } from '@tonriver/chain-model';
import type { AccountStateRow, CellTreeRow, MessageRow, RoundRow, TransactionRow } from '@tonriver/row-schema';
import {
  accountStateRow,
  blockRow,
  bytes32,
  externalIn,
  messageRow,
  transactionRow,
} from '@tonriver/chain-reader/testing';
import type { ChainRows } from './write-rows.test-support.ts';

/** Shards as signed numbers. */
const WHOLE = -(2n ** 63n);
const LEFT = 2n ** 62n;
const RIGHT = -(2n ** 62n);

export const FIRST_SEQNO = 10;
export const LAST_SEQNO = 12;
export const EXCESS = 0xd53276db;

export const accounts = {
  alice: bytes32('alice'),
  bob: bytes32('bob'),
  carol: bytes32('carol'),
  dave: bytes32('dave'),
};

const noAccountHash = new CellBuilder().storeBit(0).endCell().hash();

/** Bodies: 32 bits of opcode and a query id; a comment; nothing. */
function tree(build: (builder: CellBuilder) => CellBuilder): CellTreeRow {
  const boc = writeBag([build(new CellBuilder()).endCell()], { crc: true });
  const bag = Bag.parse(boc);
  return { hash: bag.hash(bag.root).slice(), boc };
}

export const bodies = {
  excess: tree((builder) => builder.storeUint(EXCESS, 32).storeUint(7n, 64)),
  comment: tree((builder) => builder.storeUint(0, 32).storeBytes(Buffer.from('hello'))),
  empty: tree((builder) => builder),
  unknown: tree((builder) => builder.storeUint(0x12345678, 32).storeUint(1, 1)),
};

const code = tree((builder) => builder.storeUint(0xc0de, 16));
const data = tree((builder) => builder.storeUint(0xda7a, 16));
export const stateInit = tree((builder) => builder.storeUint(0b00110, 5).storeRef(cellOf(code)).storeRef(cellOf(data)));

function cellOf({ boc }: CellTreeRow) {
  const bag = Bag.parse(boc);
  return bag.toCell(bag.root);
}

/** Messages by name; `in` and `out` rows of one message share what is here. */
const messages = {
  external: {
    ...externalIn,
    hash: bytes32('external'),
    hashNorm: bytes32('external normalised'),
    opcode: null,
    bodyHash: bodies.empty.hash,
    initHash: stateInit.hash,
  },
  first: { hash: bytes32('first'), opcode: 0, bodyHash: bodies.comment.hash, createdLt: 10_000_002n },
  second: { hash: bytes32('second'), opcode: EXCESS, bodyHash: bodies.excess.hash, createdLt: 11_000_004n },
  third: { hash: bytes32('third'), opcode: EXCESS, bodyHash: bodies.excess.hash, createdLt: 11_000_005n, ihrFee: 3n },
  fourth: { hash: bytes32('fourth'), opcode: EXCESS, bodyHash: bodies.excess.hash, createdLt: 11_000_006n },
  log: {
    kind: 'external_out',
    hash: bytes32('log'),
    destinationType: 'extern',
    destinationText: 'ext$8:FF',
    opcode: 0x12345678,
    bodyHash: bodies.unknown.hash,
    createdLt: 11_000_007n,
    value: null,
    fwdFee: null,
    ihrFee: null,
    ihrDisabled: null,
    bounce: null,
    bounced: null,
  },
  twin: { hash: bytes32('twin'), opcode: EXCESS, bodyHash: bodies.excess.hash, createdLt: 11_000_001n },
  partial: { hash: bytes32('partial'), opcode: EXCESS, bodyHash: bodies.excess.hash, createdLt: 5_000_000n },
} satisfies Record<string, Partial<MessageRow>>;

export type MessageName = keyof typeof messages;

/** The hash of a message, as callers write it. */
export function messageHash(name: MessageName): string {
  return Buffer.from(messages[name].hash).toString('hex');
}

interface TransactionPlan {
  readonly name: string;
  readonly account: Uint8Array;
  readonly lt: bigint;
  readonly round: number | null;
  readonly shard: bigint;
  readonly seqno: number;
  readonly in?: MessageName;
  readonly out?: readonly MessageName[];
}

/**
 * ```text
 * round 10  alice  lt 10000001  external → first
 * round 11  bob    lt 11000003  first → second, third, fourth, log
 *           carol  lt 11000010  second      (shard LEFT)
 *           dave   lt 11000010  twin        (shard RIGHT; the same lt as carol)
 * round 12  carol  lt 12000001  third       (global version 12 from here)
 * round 13  carol  lt 13000001  fourth      (above the watermark)
 * no round  dave   lt  5000001  partial
 * ```
 */
export const transactionPlans: readonly TransactionPlan[] = [
  {
    name: 'opening',
    account: accounts.alice,
    lt: 10_000_001n,
    round: 10,
    shard: WHOLE,
    seqno: 100,
    in: 'external',
    out: ['first'],
  },
  {
    name: 'spreading',
    account: accounts.bob,
    lt: 11_000_003n,
    round: 11,
    shard: RIGHT,
    seqno: 101,
    in: 'first',
    out: ['second', 'third', 'fourth', 'log'],
  },
  { name: 'receiving', account: accounts.carol, lt: 11_000_010n, round: 11, shard: LEFT, seqno: 101, in: 'second' },
  { name: 'twin', account: accounts.dave, lt: 11_000_010n, round: 11, shard: RIGHT, seqno: 102, in: 'twin' },
  { name: 'flagged', account: accounts.carol, lt: 12_000_001n, round: 12, shard: RIGHT, seqno: 103, in: 'third' },
  { name: 'hidden', account: accounts.carol, lt: 13_000_001n, round: 13, shard: RIGHT, seqno: 104, in: 'fourth' },
  { name: 'partial', account: accounts.dave, lt: 5_000_001n, round: null, shard: WHOLE, seqno: 50, in: 'partial' },
];

export function transactionHash(name: string): string {
  return Buffer.from(bytes32(`transaction ${name}`)).toString('base64');
}

/** Members about states: carol's are stored, but for one of which only a transaction tells the hash. */
function statesOf({ name }: TransactionPlan): Partial<TransactionRow> {
  if (name === 'receiving')
    return { origStatus: 'nonexist', oldStateHash: noAccountHash, newStateHash: bytes32('one') };
  if (name === 'spreading') return { newStateHash: bytes32('rich') };
  if (name !== 'flagged') return {};
  return { prevTransLt: 11_000_010n, oldStateHash: bytes32('one'), newStateHash: bytes32('two') };
}

function rowsOf(plan: TransactionPlan): Required<Pick<ChainRows, 'transactions' | 'messages'>> {
  const place = {
    account: plan.account,
    lt: plan.lt,
    blockShard: plan.shard,
    blockSeqno: plan.seqno,
    mcBlockSeqno: plan.round,
  };
  const version = { rowVersion: plan.round === null ? 2 : 3 };
  const incoming = plan.in === undefined ? [] : [messages[plan.in]];
  const outgoing = (plan.out ?? []).map((name) => messages[name]);
  return {
    transactions: [
      transactionRow({
        ...place,
        ...version,
        hash: bytes32(`transaction ${plan.name}`),
        now: 1_700_000_000 + (plan.round ?? 5),
        ...statesOf(plan),
        inMsgHash: incoming[0]?.hash ?? null,
        compute: 'skipped',
        computeSkipReason: 'no_gas',
        outMsgCount: outgoing.length,
      }),
    ],
    messages: [
      ...incoming.map((message) =>
        messageRow({ ...message, ...place, ...version, direction: 'in', destinationAccount: plan.account }),
      ),
      ...outgoing.map((message, position) =>
        messageRow({ ...message, ...place, ...version, direction: 'out', position, sourceAccount: plan.account }),
      ),
    ],
  };
}

function round(mcBlockSeqno: number): RoundRow {
  const lt = BigInt(mcBlockSeqno) * 1_000_000n;
  return {
    mcBlockSeqno,
    blockCount: blocks.filter((block) => block.mcBlockSeqno === mcBlockSeqno).length,
    transactionCount: 1,
    messageCount: 1,
    startLt: lt,
    endLt: lt + 999_999n,
    genUtime: 1_700_000_000 + mcBlockSeqno,
    isRangeStart: mcBlockSeqno === 5,
    rowVersion: 3,
  };
}

const shardBlock = (shard: bigint, seqno: number, mcBlockSeqno: number | null, txCount: number, changes = {}) =>
  blockRow({
    workchain: 0,
    shard,
    seqno,
    mcBlockSeqno,
    txCount,
    masterRefSeqno: (mcBlockSeqno ?? 6) - 1,
    rowVersion: mcBlockSeqno === null ? 2 : 3,
    ...changes,
  });

const blocks = [
  blockRow({ seqno: 5 }),
  blockRow({ seqno: 10, keyBlock: true, globalVersion: 11 }),
  blockRow({ seqno: 11, prevKeyBlockSeqno: 10, fileHash: null }),
  blockRow({ seqno: 12, prevKeyBlockSeqno: 10, keyBlock: true, globalVersion: 12 }),
  blockRow({ seqno: 13, prevKeyBlockSeqno: 12 }),
  shardBlock(WHOLE, 50, null, 1),
  shardBlock(WHOLE, 100, 10, 1, { beforeSplit: true }),
  shardBlock(RIGHT, 101, 11, 1, { afterSplit: true, prev1Shard: WHOLE }),
  shardBlock(LEFT, 101, 11, 1, { afterSplit: true, prev1Shard: WHOLE }),
  shardBlock(RIGHT, 102, 11, 1),
  shardBlock(RIGHT, 103, 12, 1, {
    afterMerge: true,
    prevCount: 2,
    prev2Shard: LEFT,
    prev2Seqno: 102,
    prev2RootHash: bytes32('r'),
    prev2FileHash: bytes32('f'),
  }),
  shardBlock(RIGHT, 104, 13, 1),
];

const top = (mcBlockSeqno: number, shard: bigint, seqno: number) => ({
  mcBlockSeqno,
  workchain: 0,
  shard,
  seqno,
  rootHash: bytes32('r'),
  fileHash: bytes32('f'),
  startLt: 0n,
  endLt: 0n,
  genUtime: 0,
  rowVersion: 3,
});

const traced = ['opening', 'spreading', 'receiving', 'flagged'];
const rows = transactionPlans.map(rowsOf);

const coins = [{ currency: 100, amount: 2n ** 80n }];

function dictionaryHash(currencies: AccountStateRow['extraCurrencies']): Uint8Array {
  const builder = new CellBuilder();
  storeExtraCurrencies(builder, currencies);
  return builder.endCell().refs[0]!.hash();
}

/** Carol's account after it received, as answers tell it. */
const carolsState: Partial<AccountStateRow> = {
  mcBlockSeqno: 11,
  status: 'active',
  balance: 3_000_000_001n,
  extraCurrencies: [{ currency: 239, amount: 7n }],
  codeHash: bytes32('code'),
  dataHash: bytes32('data'),
};

/** A hand-made chain: every rule about visibility, order, duplicates and versions has a case in it. */
export const sampleChain: ChainRows = {
  blocks,
  transactions: rows.flatMap(({ transactions }) => transactions),
  messages: rows.flatMap(({ messages: some }) => some),
  cellTrees: [...Object.values(bodies), code, data],
  stateInits: [
    {
      hash: stateInit.hash,
      fixedPrefixLength: null,
      special: null,
      codeHash: code.hash,
      dataHash: data.hash,
      libraryHash: null,
      dataBoc: new Uint8Array(0),
      rawBoc: new Uint8Array(0),
    },
  ],
  traceIds: transactionPlans
    .filter(({ name }) => traced.includes(name))
    .flatMap(({ account, lt }) => [
      { workchain: 0, account, lt, traceId: bytes32('transaction spreading'), version: 2n ** 32n - 11n },
      { workchain: 0, account, lt, traceId: bytes32('transaction opening'), version: 2n ** 32n - 10n },
    ]),
  traces: [
    {
      traceId: bytes32('transaction opening'),
      externalHash: messages.external.hash,
      externalHashNorm: messages.external.hashNorm,
      mcSeqnoStart: 10,
      mcSeqnoEnd: 12,
      startLt: 10_000_001n,
      endLt: 12_000_001n,
      startUtime: 1_700_000_010,
      endUtime: 1_700_000_012,
      state: 'pending',
      nodes: 4,
      edges: 4,
      pendingEdges: 1,
      version: 1n,
    },
  ],
  accountStates: [
    accountStateRow({ account: accounts.carol, lt: 11_000_010n, hash: bytes32('one'), ...carolsState }),
    // Bob's extra currencies did not change in the block after which he is asked for.
    accountStateRow({ account: accounts.bob, lt: 9_000_001n, hash: bytes32('poor'), extraCurrencies: coins }),
    accountStateRow({
      account: accounts.bob,
      lt: 11_000_003n,
      hash: bytes32('rich'),
      mcBlockSeqno: 11,
      balance: 5n,
      extraCurrenciesHash: dictionaryHash(coins),
    }),
    // A row of another state at the same place, as a block that was replaced would leave it.
    accountStateRow({
      ...carolsState,
      account: accounts.carol,
      lt: 12_000_001n,
      hash: bytes32('other'),
      balance: 666n,
    }),
  ],
  configs: [
    { mcBlockSeqno: 10, globalVersion: 11 },
    { mcBlockSeqno: 12, globalVersion: 12 },
  ].map((row) => ({ ...row, hash: bytes32('config'), configAddress: bytes32('address'), rowVersion: 3 })),
  shards: [
    top(10, WHOLE, 100),
    top(11, LEFT, 101),
    top(11, RIGHT, 102),
    top(12, LEFT, 101),
    top(12, RIGHT, 103),
    top(13, RIGHT, 104),
    top(5, WHOLE, 0),
  ],
  rounds: [5, 10, 11, 12, 13].map(round),
};

/** The same transactions as a parser saw them before their rounds were known: the newer rows must win. */
export const staleRows: ChainRows = {
  accountStates: (sampleChain.accountStates ?? []).map((row) => ({
    ...row,
    mcBlockSeqno: null,
    rowVersion: 2,
    balance: 666n,
  })),
  transactions: (sampleChain.transactions ?? []).map((row) => ({
    ...row,
    mcBlockSeqno: null,
    rowVersion: 2,
    totalFees: 666n,
  })),
  messages: (sampleChain.messages ?? []).map((row) => ({ ...row, mcBlockSeqno: null, rowVersion: 2, value: null })),
  blocks: blocks.map((row) => ({ ...row, mcBlockSeqno: null, rowVersion: 2, txCount: 666 })),
};
