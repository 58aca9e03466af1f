import { Bag, type Cell, CellBuilder } from '@tonriver/boc';
import {
  type AccountAddress,
  absentDescriptionFields,
  type CurrencyCollection,
  loadAccount,
  type StateInit,
  standardAddress,
  storeAccount,
  storeMessage,
  subtractCurrencyCollections,
  addCurrencyCollections,
  ZERO_HASH,
  zeroCurrencyCollection,
  writeExternalMessage,
} from '@tonriver/chain-model';
import {
  type ChainBuilder,
  type ChainTools,
  changeNetworkConfig,
  type GenesisAccount,
  type NetworkConfig,
  type NetworkSeed,
  type NewChain,
  type NewMessage,
  type OpenBlock,
  type Round,
  type RoundBuilder,
  startNetwork,
  tickTockAccounts,
  toolsOfSeed,
  type TransactionOutcome,
} from '@tonriver/chain-builder';
import { writeTransaction } from './transaction-cell.ts';

const START = 1_790_000_000;
const CONFIG = new Uint8Array(32).fill(0x55);
const ELECTOR = new Uint8Array(32).fill(0x33);

/** Changes of configuration parameters; null removes one. */
type ParameterChanges = ReadonlyMap<number, Cell | null>;

/** A network without a virtual machine: tests say what each transaction does. */
export interface PlainNetwork {
  readonly zeroStates: NewChain['zeroStates'];
  readonly chain: ChainBuilder;
  readonly tools: ChainTools;
  readonly configure: (changes: ParameterChanges) => NetworkConfig;
}

export interface PlainNetworkOptions {
  readonly accounts?: readonly GenesisAccount[];
  readonly parameters?: ParameterChanges;
  readonly globalVersion?: number;
  readonly maxSplit?: number;
}

/** The data of the config contract. */
export function configData(dictionary: Cell): Cell {
  return new CellBuilder().storeRef(dictionary).storeUint(0, 32).endCell();
}

/** Creates a network with a config contract (tock), an elector (tick and tock), and the given accounts. */
export function createPlainNetwork(options: PlainNetworkOptions = {}): PlainNetwork {
  const seed: NetworkSeed = {
    seed: 'plain',
    globalId: -239,
    version: { version: options.globalVersion ?? 13, capabilities: 0b110_1110n },
    genUtime: START,
    validatorCount: 4,
    mainValidatorCount: 3,
  };
  const all = options.accounts ?? [];
  const chain = startNetwork({
    ...seed,
    configAddress: CONFIG,
    electorAddress: ELECTOR,
    minterAddress: null,
    currencies: [],
    maxSplit: options.maxSplit ?? 2,
    splitMergeDelaySeconds: 3,
    splitMergeIntervalSeconds: 60,
    parameters: options.parameters ?? new Map(),
    basechainAccounts: all.filter(({ address }) => address.workchain === 0),
    masterchainAccounts: ({ dictionary }) => [
      specialAccount(CONFIG, configData(dictionary), { tick: false, tock: true }),
      specialAccount(ELECTOR, new CellBuilder().endCell(), { tick: true, tock: true }),
      ...all.filter(({ address }) => address.workchain === -1),
    ],
  });
  const { config } = chain.facts();
  const configure = (changes: ParameterChanges): NetworkConfig => changeNetworkConfig(config, changes);
  return { zeroStates: chain.zeroStates, chain, tools: toolsOfSeed(seed), configure };
}

function specialAccount(hash: Uint8Array, data: Cell, tickTock: { tick: boolean; tock: boolean }): GenesisAccount {
  const code = new CellBuilder().storeBytes(hash.subarray(0, 4)).endCell();
  const balance = { grams: 500_000_000_000n, extra: [] };
  return { address: { workchain: -1, hash }, balance, isSpecial: true, state: { code, data, tickTock } };
}

/** What a transaction does. */
export interface PlainRun {
  readonly account: Uint8Array;
  /** The message that causes it; null for a tick or a tock. */
  readonly message: { readonly cell: Cell; readonly lt: bigint; readonly value: CurrencyCollection } | null;
  readonly tickTock?: 'tick' | 'tock';
  readonly sends?: readonly { readonly to: AccountAddress; readonly grams: bigint }[];
  readonly gasUsed?: number;
  /** Changes the contract; null deletes the account, with its money in the fees. */
  readonly change?: ((init: StateInit<Cell>) => StateInit<Cell>) | 'freeze' | null;
}

const NO_INIT: StateInit<Cell> = { fixedPrefixLength: null, special: null, code: null, data: null, library: null };

/** Writes the transaction and the account after it. */
export function runPlain(block: OpenBlock, run: PlainRun): TransactionOutcome {
  const before = block.account(run.account);
  const lt = block.nextLt(run.account, run.message?.lt ?? 0n);
  const { workchain } = block.frame;
  const sends = (run.sends ?? []).map(({ to, grams }, index): NewMessage & { readonly type: 'internal' } => {
    const source = { workchain, hash: run.account };
    const message = { source, to, grams, lt: lt + BigInt(index) + 1n, at: block.frame.genUtime };
    const cell = internalMessage(message);
    return {
      type: 'internal',
      cell,
      lt: message.lt,
      source,
      destination: to,
      value: { grams, extra: [] },
      fwdFee: FEE,
    };
  });
  const spent = sends.reduce((sum, { value }) => sum + value.grams + FEE, 0n);
  const earned = addCurrencyCollections(before.balance, run.message?.value ?? zeroCurrencyCollection);
  const left = subtractCurrencyCollections(earned, { grams: spent, extra: [] });
  const isDeleted = run.change === null;
  const init =
    isDeleted || run.change === undefined || run.change === 'freeze'
      ? initOf(before.cell)
      : run.change(initOf(before.cell) ?? NO_INIT);
  const isFrozen = run.change === 'freeze';
  const status = isDeleted ? 'nonexist' : isFrozen ? 'frozen' : init === null ? 'uninit' : 'active';
  const balance = isDeleted ? zeroCurrencyCollection : left;
  const cell = accountCell({
    address: { workchain, hash: run.account },
    balance,
    init,
    isFrozen,
    isDeleted,
    lastTransLt: lt + BigInt(sends.length) + 1n,
  });
  const totalFees = isDeleted ? left : zeroCurrencyCollection;
  const gasUsed = run.gasUsed ?? 1000;
  const transaction = writeTransaction({
    accountHash: run.account,
    lt,
    prevTransHash: before.lastTransHash,
    prevTransLt: before.lastTransLt,
    now: block.frame.genUtime,
    origStatus: before.status,
    endStatus: status,
    inMessage: run.message?.cell ?? null,
    outMessages: sends.map((message) => message.cell),
    totalFees,
    oldStateHash: before.cell.hash(),
    newStateHash: cell.hash(),
    description: {
      ...absentDescriptionFields,
      type: run.tickTock === undefined ? 'ord' : 'tick_tock',
      isTock: run.tickTock === undefined ? null : run.tickTock === 'tock',
      creditFirst: run.tickTock === undefined ? true : null,
      storagePhase: { feesCollected: 0n, feesDue: null, statusChange: 'unchanged' },
      creditPhase:
        run.tickTock === undefined && run.message !== null
          ? { dueFeesCollected: null, credit: run.message.value }
          : null,
      computePhase: computePhase(gasUsed),
      actionPhase: null,
      bouncePhase: null,
      aborted: true,
      destroyed: isDeleted,
    } as Parameters<typeof writeTransaction>[0]['description'],
  });
  return {
    account: run.account,
    lt,
    transaction,
    totalFees,
    gasUsed,
    newMessages: sends,
    after: { status, cell, balance },
  };
}

const FEE = 1000n;

function computePhase(gasUsed: number) {
  return {
    type: 'vm',
    success: true,
    messageStateUsed: false,
    accountActivated: false,
    gasFees: 0n,
    gasUsed,
    gasLimit: 1_000_000,
    gasCredit: null,
    mode: 0,
    exitCode: 0,
    exitArgument: null,
    vmSteps: 1,
    vmInitStateHash: ZERO_HASH,
    vmFinalStateHash: ZERO_HASH,
  } as const;
}

function initOf(account: Cell): StateInit<Cell> | null {
  const bag = Bag.of(account);
  const state = loadAccount(bag, bag.root)?.storage.state;
  if (state?.type !== 'active') return null;
  const real = (cell: number | null): Cell | null => (cell === null ? null : bag.toCell(cell));
  const { code, data, library } = state.stateInit;
  return { ...state.stateInit, code: real(code), data: real(data), library: real(library) };
}

interface AccountFacts {
  readonly address: AccountAddress;
  readonly balance: CurrencyCollection;
  readonly init: StateInit<Cell> | null;
  readonly isFrozen: boolean;
  readonly isDeleted: boolean;
  readonly lastTransLt: bigint;
}

function accountCell({ address, balance, init, isFrozen, isDeleted, lastTransLt }: AccountFacts): Cell {
  const builder = new CellBuilder();
  const frozen = { type: 'frozen', stateInit: null, stateHash: new Uint8Array(32).fill(7) } as const;
  const uninit = { type: 'uninit', stateInit: null, stateHash: null } as const;
  const active = init === null ? uninit : ({ type: 'active', stateInit: init, stateHash: null } as const);
  const account = {
    address: standardAddress(address),
    storageInfo: { used: { cells: 1, bits: 100 }, storageDictHash: null, lastPaid: 0, duePayment: null },
    storage: { lastTransLt, balance, state: isFrozen ? frozen : active },
  };
  storeAccount(builder, isDeleted ? null : account);
  return builder.endCell();
}

function internalMessage(message: {
  readonly source: AccountAddress;
  readonly to: AccountAddress;
  readonly grams: bigint;
  readonly lt: bigint;
  readonly at: number;
}): Cell {
  const builder = new CellBuilder();
  storeMessage(builder, {
    info: {
      type: 'internal',
      ihrDisabled: true,
      bounce: false,
      bounced: false,
      source: standardAddress(message.source),
      destination: standardAddress(message.to),
      value: { grams: message.grams, extra: [] },
      ihrFee: 0n,
      forwardFee: FEE,
      importFee: null,
      createdLt: message.lt,
      createdAt: message.at,
    },
    init: null,
    initLayout: 'inline',
    body: new CellBuilder().endCell(),
    bodyLayout: 'inline',
  });
  return builder.endCell();
}

/** An external message to an account; `number` makes it different from others. */
export function externalTo(address: AccountAddress, number: number): Cell {
  const body = new CellBuilder().storeUint(number, 32).endCell();
  return writeExternalMessage({ destination: standardAddress(address), body, bodyLayout: 'inline' });
}

/** Fills the masterchain block with ticks, waiting messages, `more` and tocks, and closes the round. */
export function closeRound(
  round: RoundBuilder,
  config: NetworkConfig,
  more: (block: OpenBlock) => void = () => undefined,
  tockChange?: PlainRun['change'],
): Round {
  const block = round.openMasterchain();
  for (const account of tickTockAccounts(block, config, 'tick')) {
    block.runTickTock(runPlain(block, { account, message: null, tickTock: 'tick' }));
  }
  importAll(block);
  more(block);
  handleFresh(block);
  for (const account of tickTockAccounts(block, config, 'tock')) {
    const isConfig = Buffer.compare(account, CONFIG) === 0;
    const change = isConfig && tockChange !== undefined ? { change: tockChange } : {};
    block.runTickTock(runPlain(block, { account, message: null, tickTock: 'tock', ...change }));
  }
  return round.close({ recoverCreateMessage: null, mintMessage: null });
}

/** Receives all messages that wait. */
export function importAll(block: OpenBlock, run: Partial<PlainRun> = {}): void {
  for (let message = block.nextQueued(); message !== undefined; message = block.nextQueued()) {
    const { lt, value, destination } = message;
    const cause = { cell: message.message, lt, value };
    block.importQueued(message, runPlain(block, { account: destination.hash, message: cause, ...run }));
  }
}

export function handleFresh(block: OpenBlock): void {
  for (let message = block.nextFresh(); message !== undefined; message = block.nextFresh()) {
    const { lt, value, destination, cell } = message;
    block.importFresh(message, runPlain(block, { account: destination.hash, message: { cell, lt, value } }));
  }
}
