import { type Cell, CellBuilder, prunedBranch, writeBag } from '@tonriver/boc';
import { buildHashmap, keyFromUint } from '@tonriver/chain-model';
import type { AccountDataRow, AccountStateRow } from '@tonriver/row-schema';
import { accountStateRow, bytes32 } from '@tonriver/chain-reader/testing';

/** Rounds of the drawn chain: some before the range, then the range, which grows. */
const FIRST_ROUND = 100;
export const RANGE_START = 103;
export const LAST_ROUND = 114;

/** The most lt of a round up to which a shard's transactions are in it. */
export const LEFT_END = 500_000n;
export const RIGHT_END = 600_000n;

/** Plain wallets: hash of the code, and how the data begins. */
const WALLETS = [
  ['wallet v1 r1', 'oM/CxIruFqJx8s/AtzgtgXVs7LEBfQd/qqs7tgL2how='],
  ['wallet v1 r2', '1JAvzJ+tdGmPqONTIgpo2g3PcuMryy657gQhfBfTBiw='],
  ['wallet v1 r3', 'WHzHie/xyE9G7DeX5F/ICaFP9a4k8eDHpqmcydyQYf8='],
  ['wallet v2 r1', 'XJpeaMEI4YchoHxC+ZVr+zmtd+xtYktgxXbsiO7mUyk='],
  ['wallet v2 r2', '/pUw0yQ4Uwg+8u8LTCkIwKv2+hwx6iQ6rKpb+MfXU/E='],
  ['wallet v3 r1', 'thBBpYp5gLlG6PueGY48kE0keZ/6NldOpCUcQaVm9YE='],
  ['wallet v3 r2', 'hNr6RJ+Ypph3ibojI1gHK8D3bcRSQAKl0JGLmnXS1Zk='],
  ['wallet v4 r1', 'ZN1UgFUixb6KnbWc6gEFzPDQh4bKeb64y3nogKjXMi0='],
  ['wallet v4 r2', '/rX/aCDi/w2Ug+fg1iyBfYRniftK5YDIeIZtlZ2r1cA='],
  ['wallet v5 beta', '89fKU0k97trCizgZhqhJQDy6w9LFhHea8IEGWvCsS5M='],
  ['wallet v5 r1', 'IINLe3KxEhR+Gy+0V7hOdNGjDwT3N9T2KmaOlVLSty8='],
] as const;

/** A code: its hash, its bag if it is stored, and the ids of its methods. */
interface DrawnCode {
  readonly hash: Uint8Array;
  readonly boc: Uint8Array | null;
  readonly methods: readonly number[] | null;
  /** The type of the wallet; null: another contract. */
  readonly wallet: string | null;
}

/** A state as it was drawn, with everything that an answer tells of it. */
export interface DrawnState {
  readonly row: AccountStateRow;
  readonly code: DrawnCode | null;
  readonly data: DrawnData | null;
  /** The answer tells these, even if the block does not contain them. */
  readonly currencies: Readonly<Record<string, string>>;
}

interface DrawnData {
  readonly boc: Uint8Array;
  readonly isStored: boolean;
  readonly seqno: number;
  readonly walletId: number;
  readonly isSignatureAllowed: boolean;
  /** Too short for a wallet. */
  readonly isShort: boolean;
}

export interface DrawnChain {
  readonly accounts: readonly { readonly workchain: number; readonly account: Uint8Array }[];
  readonly states: readonly DrawnState[];
  readonly codes: readonly DrawnCode[];
  readonly dataRows: readonly AccountDataRow[];
}

/** Numbers of a seed, for a chain that is the same in every run. */
type Draw = (below: number) => number;

function drawsOf(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function methodsCode(methods: readonly number[]): Cell {
  const entries = methods.map((method) => ({ key: keyFromUint(method, 19), value: method }));
  const root = buildHashmap(entries, {
    keyBits: 19,
    storeValue: (builder, value: number) => void builder.storeUint(value, 32),
  });
  const code = new CellBuilder().storeUint(0xff00, 16).storeUint(0b11110100101001, 14).storeUint(19, 10);
  return code.storeRef(root!).storeUint(0xf2c0, 16).endCell();
}

/** Codes: with methods, without a dictionary, the name of a library, not stored; and those of all plain wallets. */
function codesOf(draw: Draw): readonly DrawnCode[] {
  const sets = Array.from({ length: 4 }, () =>
    [...new Set(Array.from({ length: 1 + draw(6) }, () => draw(2 ** 19)))].toSorted((left, right) => left - right),
  );
  const stored = (cell: Cell, methods: readonly number[] | null): DrawnCode => ({
    hash: cell.hash(),
    boc: writeBag([cell]),
    methods,
    wallet: null,
  });
  return [
    ...sets.map((methods) => stored(methodsCode(methods), methods)),
    stored(new CellBuilder().storeUint(0xff00, 16).storeUint(0xf2c0, 16).endCell(), null),
    stored(new CellBuilder().storeUint(2, 8).storeBytes(bytes32('library')).endExotic('library'), null),
    { hash: bytes32('code that is not stored'), boc: null, methods: null, wallet: null },
    ...WALLETS.map(([wallet, hash]) => ({ hash: Buffer.from(hash, 'base64'), boc: null, methods: null, wallet })),
  ];
}

/** Data that begins as the wallet's does, with a part that seldom changes and is left out of changes. */
function dataOf(draw: Draw, wallet: string | null, rest: Cell): Omit<DrawnData, 'isStored'> & { readonly cell: Cell } {
  const [seqno, walletId] = [draw(2 ** 16), draw(2) === 0 ? 698_983_191 : 2_147_483_409 + draw(100)];
  const isSignatureAllowed = draw(3) > 0;
  const builder = new CellBuilder();
  if (draw(12) === 0) {
    const short = builder
      .storeUint(draw(2 ** 20), 20)
      .storeRef(rest)
      .endCell();
    return { cell: short, boc: writeBag([short]), seqno, walletId, isSignatureAllowed, isShort: true };
  }
  if (wallet?.startsWith('wallet v5') === true) builder.storeBit(isSignatureAllowed ? 1 : 0);
  builder
    .storeUint(seqno, 32)
    .storeUint(walletId, 32)
    .storeUint(draw(2 ** 30), 30);
  const cell = builder.storeRef(rest).endCell();
  return { cell, boc: writeBag([cell]), seqno, walletId, isSignatureAllowed, isShort: false };
}

const STATUSES = ['active', 'active', 'active', 'active', 'uninit', 'frozen', 'nonexist'] as const;

/** Draws accounts with histories over the rounds, as blocks, partial blocks and initial states would leave them. */
export function drawChain(seed: number, accountCount: number): DrawnChain {
  const draw = drawsOf(seed);
  const codes = codesOf(draw);
  const states: DrawnState[] = [];
  const dataRows: AccountDataRow[] = [];
  const accounts = Array.from({ length: accountCount }, (_, index) => {
    const account = Uint8Array.from({ length: 32 }, () => draw(256));
    return { workchain: index % 5 === 4 ? -1 : 0, account };
  });
  for (const key of accounts) drawHistory({ draw, codes, states, dataRows }, key);
  return { accounts, states, codes, dataRows };
}

interface Drawing {
  readonly draw: Draw;
  readonly codes: readonly DrawnCode[];
  readonly states: DrawnState[];
  readonly dataRows: AccountDataRow[];
}

function drawHistory(
  { draw, codes, states, dataRows }: Drawing,
  key: { readonly workchain: number; readonly account: Uint8Array },
): void {
  const rest = new CellBuilder().storeBytes(Uint8Array.from({ length: 40 }, () => draw(256))).endCell();
  let code = codes[draw(codes.length)]!;
  let hasWhole = false;
  let shownCurrencies: AccountStateRow['extraCurrencies'] = [];
  const add = (lt: bigint, mcBlockSeqno: number | null, rowVersion: number): void => {
    const status = STATUSES[draw(STATUSES.length)]!;
    if (draw(8) === 0) code = codes[draw(codes.length)]!;
    const isActive = status === 'active';
    const data = isActive && draw(6) > 0 ? dataOf(draw, code.wallet, rest) : null;
    const how = data === null ? 'none' : !hasWhole || draw(3) === 0 ? 'whole' : draw(4) === 0 ? 'missing' : 'change';
    if (data !== null && how !== 'missing') {
      const isWhole = how === 'whole';
      hasWhole ||= isWhole;
      const dataBoc = isWhole ? data.boc : writeBag([withPrunedRest(data.cell)]);
      dataRows.push({ ...key, lt, dataHash: data.cell.hash(), isWhole, dataBoc });
    }
    if (draw(3) === 0)
      shownCurrencies = draw(2) === 0 ? [] : [{ currency: 100 + draw(3), amount: BigInt(1 + draw(9)) }];
    const currencies = status === 'nonexist' ? [] : shownCurrencies;
    const row = accountStateRow({
      ...key,
      lt,
      mcBlockSeqno,
      rowVersion,
      status,
      transactionHash: Uint8Array.from({ length: 32 }, () => draw(256)),
      hash: Uint8Array.from({ length: 32 }, () => draw(256)),
      balance: status === 'nonexist' ? 0n : BigInt(draw(2 ** 31)) * BigInt(1 + draw(2 ** 20)),
      extraCurrencies: currencies,
      codeHash: isActive ? code.hash : null,
      dataHash: data?.cell.hash() ?? null,
      frozenHash: status === 'frozen' ? bytes32('frozen') : null,
    });
    states.push({
      row,
      code: isActive ? code : null,
      data: data === null ? null : { ...data, isStored: how !== 'missing' },
      currencies: Object.fromEntries(currencies.map(({ currency, amount }) => [String(currency), String(amount)])),
    });
  };
  const kind = draw(6);
  // Known from before: by an initial state, or as the state before a block.
  if (kind <= 1) add(90_000_000n + BigInt(draw(1000)), null, 0);
  for (let round = FIRST_ROUND; round <= LAST_ROUND; round++) {
    if (kind === 5 || draw(kind === 4 ? 12 : 3) > 0) continue;
    const lt = BigInt(round) * 1_000_000n + BigInt(draw(500_000));
    // A block that never gets a round leaves a state that must not be shown.
    if (draw(8) === 0) add(lt, null, 2);
    else add(lt, round, 3);
  }
}

/** The changed cells of data: what an earlier row of the account has is a pruned branch. */
function withPrunedRest(data: Cell): Cell {
  const [rest] = data.refs;
  const builder = new CellBuilder().storeBits(data.bits, data.bitLength);
  return builder.storeRef(prunedBranch(rest!)).endCell();
}
