import { type Cell, CellBuilder } from '@tonriver/boc';
import {
  type ChainBuilder,
  type GenesisAccount,
  type NewChain,
  type NewMessage,
  type OpenBlock,
  type Round,
  startNetwork,
  type TransactionOutcome,
} from '@tonriver/chain-builder';
import { writeTransaction } from '@tonriver/chain-workload/testing';
import {
  absentDescriptionFields,
  type AccountAddress,
  type AccountStatus,
  type ComputePhase,
  type CurrencyCollection,
  parseAccountAddress,
  standardAddress,
  storeAccount,
  ZERO_HASH,
} from '@tonriver/chain-model';
import { cellOf, rebuildMessage, type RebuiltMessage } from './rebuilt-message.ts';
import type { RecordedMessage, RecordedTrace, RecordedTransaction } from './recorded-trace.ts';

export const GLOBAL_ID = -555;
const CONFIG = new Uint8Array(32).fill(0x55);
const ELECTOR = new Uint8Array(32).fill(0x33);
/** What accounts have before their first recorded transaction: no row says it, and it has to be enough. */
const BALANCE = 10n ** 18n;

/** The start lt of a block is a multiple of this. */
const LT_GRID = 1_000_000n;

/** A trace that is in the chain. */
interface RebuiltTrace {
  /** The only round that has transactions of it. */
  readonly round: number;
  /** Rows of messages that were rebuilt with another hash. */
  readonly unequal: readonly RecordedMessage[];
}

export interface RebuiltChain {
  readonly zeroStates: NewChain['zeroStates'];
  readonly rounds: readonly Round[];
  /** In the order of the given traces. */
  readonly traces: readonly RebuiltTrace[];
}

/**
 * Builds a chain of recorded traces, a round for each, with the recorded messages and logical times. What rows do not
 * say is invented: code, data, balances, gas, and so the hashes of transactions.
 *
 * @param traces by logical time, each caused by one external message and at its end
 */
export function rebuildChain(traces: readonly RecordedTrace[]): RebuiltChain {
  const all = traces.flatMap(({ transactions }) => transactions);
  const contracts = new Map<string, Cell | null>();
  for (const { interfaces } of traces) {
    for (const [address, { data_boc: data }] of Object.entries(interfaces)) {
      if (data !== undefined) contracts.set(address, cellOf(data.data_boc));
    }
  }
  const chain = startNetwork({
    seed: 'recorded traces',
    globalId: GLOBAL_ID,
    version: { version: 13, capabilities: 0b110_1110n },
    genUtime: Math.min(...all.map(({ now }) => Number(now))) - 60,
    validatorCount: 4,
    mainValidatorCount: 3,
    configAddress: CONFIG,
    electorAddress: ELECTOR,
    minterAddress: null,
    currencies: [],
    maxSplit: 0,
    splitMergeDelaySeconds: 3,
    splitMergeIntervalSeconds: 60,
    parameters: new Map(),
    basechainAccounts: genesisAccounts(all, contracts),
    masterchainAccounts: ({ dictionary }) => [
      specialAccount(CONFIG, new CellBuilder().storeRef(dictionary).storeUint(0, 32).endCell()),
      specialAccount(ELECTOR, new CellBuilder().endCell()),
    ],
  });
  const rounds: Round[] = [openBasechain(chain)];
  const rebuilt: RebuiltTrace[] = [];
  for (const trace of traces) {
    const { round, unequal } = rebuildTrace(chain, trace, contracts);
    rounds.push(round);
    rebuilt.push({ round: round.seqno, unequal });
  }
  return { zeroStates: chain.zeroStates, rounds, traces: rebuilt };
}

/** The first round has a masterchain block alone, which names the first shard. */
function openBasechain(chain: ChainBuilder): Round {
  const round = chain.openRound(chain.masterchain().genUtime + 1);
  round.openMasterchain();
  return round.close({ recoverCreateMessage: null, mintMessage: null });
}

function specialAccount(hash: Uint8Array, data: Cell): GenesisAccount {
  const balance = { grams: 500_000_000_000n, extra: [] };
  return {
    address: { workchain: -1, hash },
    balance,
    isSpecial: true,
    state: { code: new CellBuilder().endCell(), data },
  };
}

/** Accounts as they were before their first recorded transaction, and those of which only the data are known. */
function genesisAccounts(
  transactions: readonly RecordedTransaction[],
  contracts: ReadonlyMap<string, Cell | null>,
): GenesisAccount[] {
  const first = new Map<string, RecordedTransaction>();
  for (const transaction of transactions) {
    if (!first.has(transaction.account)) first.set(transaction.account, transaction);
  }
  const accounts = new Map([...contracts.keys()].map((account) => [account, 'active']));
  for (const [account, { orig_status: status }] of first) accounts.set(account, status);
  return [...accounts].flatMap(([account, status]): GenesisAccount[] => {
    if (status === 'nonexist') return [];
    const address = parseAccountAddress(account);
    const empty = { address, balance: { grams: BALANCE, extra: [] } };
    if (status === 'uninit') return [empty];
    if (status === 'frozen') return [{ ...empty, state: { frozenHash: address.hash } }];
    return [{ ...empty, state: contractOf(address, contracts.get(account) ?? null) }];
  });
}

/** Each contract has code of its own: what a contract is may follow from its code. */
function contractOf({ hash }: AccountAddress, data: Cell | null) {
  return { code: new CellBuilder().storeBytes(hash).endCell(), data: data ?? new CellBuilder().endCell() };
}

function rebuildTrace(
  chain: ChainBuilder,
  { trace, transactions }: RecordedTrace,
  contracts: ReadonlyMap<string, Cell | null>,
): { readonly round: Round; readonly unequal: readonly RecordedMessage[] } {
  const unequal: RecordedMessage[] = [];
  const rebuild = (row: RecordedMessage): RebuiltMessage => {
    const message = rebuildMessage(row);
    if (!message.isEqual && row.direction === 'out') unequal.push(row);
    return message;
  };
  const byMessage = new Map(transactions.map((row) => [row.messages[0]?.msg_hash ?? '', row]));
  const genUtime = Math.max(chain.masterchain().genUtime + 1, ...transactions.map(({ now }) => Number(now)));
  const round = chain.openRound(genUtime);
  const [step] = round.steps();
  const root = transactions[0]!;
  const block = round.openBlock(step!.shard, { startsBehindLt: BigInt(root.lt) - LT_GRID - 1n });
  const run = (row: RecordedTransaction): TransactionOutcome =>
    outcomeOf(block, row, row.messages.map(rebuild), contracts.get(row.account) ?? null);
  const external = rebuild(root.messages[0]!);
  block.importExternal(external.cell, run(root));
  for (let message = block.nextFresh(); message !== undefined; message = block.nextFresh()) {
    const row = byMessage.get(Buffer.from(message.cell.hash()).toString('base64'));
    if (row === undefined) throw new Error(`${trace.trace_id}: no transaction receives a message`);
    block.importFresh(message, run(row));
  }
  round.closeBlock(block);
  round.openMasterchain();
  return { round: round.close({ recoverCreateMessage: null, mintMessage: null }), unequal };
}

function outcomeOf(
  block: OpenBlock,
  row: RecordedTransaction,
  messages: readonly RebuiltMessage[],
  data: Cell | null,
): TransactionOutcome {
  const address = parseAccountAddress(row.account);
  const lt = BigInt(row.lt);
  const before = block.account(address.hash);
  const [inRow, ...outRows] = row.messages;
  const received = BigInt(inRow?.value ?? 0);
  const sent = outRows.reduce((sum, { value, fwd_fee: fee }) => sum + BigInt(value ?? 0) + BigInt(fee ?? 0), 0n);
  const left = before.balance.grams + received - sent - BigInt(row.total_fees);
  if (left < 0n) throw new Error(`${row.account} pays more than it has at ${row.lt}`);
  const isGone = row.end_status === 'nonexist';
  const totalFees = { grams: BigInt(row.total_fees) + (isGone ? left : 0n), extra: [] };
  const balance = { grams: isGone ? 0n : left, extra: [] };
  const cell = accountCell(address, row.end_status, lt + BigInt(outRows.length) + 1n, balance, data);
  const transaction = writeTransaction({
    accountHash: address.hash,
    lt,
    prevTransHash: before.lastTransHash,
    prevTransLt: before.lastTransLt,
    now: Number(row.now),
    origStatus: row.orig_status,
    endStatus: row.end_status,
    inMessage: messages[0]?.cell ?? null,
    outMessages: messages.slice(1).map((message) => message.cell),
    totalFees,
    oldStateHash: before.cell.hash(),
    newStateHash: cell.hash(),
    description: {
      ...absentDescriptionFields,
      type: 'ord',
      creditFirst: row.credit_first ?? false,
      storagePhase: { feesCollected: 0n, feesDue: null, statusChange: 'unchanged' },
      creditPhase: !inRow?.source ? null : { dueFeesCollected: null, credit: { grams: received, extra: [] } },
      computePhase: computePhase(row.compute_exit_code ?? null),
      aborted: row.aborted ?? false,
      destroyed: row.destroyed ?? false,
    },
  });
  return {
    account: address.hash,
    lt,
    transaction,
    totalFees,
    gasUsed: 1_000,
    newMessages: outRows.map((out, index) => newMessage(out, messages[index + 1]!.cell)),
    after: { status: row.end_status, cell, balance },
  };
}

function newMessage(row: RecordedMessage, cell: Cell): NewMessage {
  const lt = BigInt(row.created_lt ?? 0);
  if (!row.destination) return { type: 'external_out', cell, lt };
  return {
    type: 'internal',
    cell,
    lt,
    source: parseAccountAddress(row.source ?? ''),
    destination: parseAccountAddress(row.destination),
    value: { grams: BigInt(row.value ?? 0), extra: [] },
    fwdFee: BigInt(row.fwd_fee ?? 0),
  };
}

function accountCell(
  address: AccountAddress,
  status: AccountStatus,
  lastTransLt: bigint,
  balance: CurrencyCollection,
  data: Cell | null,
): Cell {
  const builder = new CellBuilder();
  const absent = { fixedPrefixLength: null, special: null, library: null };
  const state =
    status === 'active'
      ? ({ type: 'active', stateInit: { ...absent, ...contractOf(address, data) }, stateHash: null } as const)
      : status === 'frozen'
        ? ({ type: 'frozen', stateInit: null, stateHash: address.hash } as const)
        : ({ type: 'uninit', stateInit: null, stateHash: null } as const);
  const account = {
    address: standardAddress(address),
    storageInfo: { used: { cells: 1, bits: 100 }, storageDictHash: null, lastPaid: 0, duePayment: null },
    storage: { lastTransLt, balance, state },
  };
  storeAccount(builder, status === 'nonexist' ? null : account);
  return builder.endCell();
}

/** The reason of a compute phase that was skipped was not recorded. */
function computePhase(exitCode: number | null): ComputePhase {
  if (exitCode === null) return { type: 'skipped', reason: 'no_state' };
  return {
    type: 'vm',
    success: exitCode === 0 || exitCode === 1,
    messageStateUsed: false,
    accountActivated: false,
    gasFees: 0n,
    gasUsed: 1_000,
    gasLimit: 1_000_000,
    gasCredit: null,
    mode: 0,
    exitCode,
    exitArgument: null,
    vmSteps: 1,
    vmInitStateHash: ZERO_HASH,
    vmFinalStateHash: ZERO_HASH,
  };
}
