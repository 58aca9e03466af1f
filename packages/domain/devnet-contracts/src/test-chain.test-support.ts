// A chain of one process for the tests of contracts: every message is executed by the official TVM.
import { Address, Cell as CoreCell, type TupleItem, type Transaction } from '@ton/core';
import { Blockchain, createShardAccount, Executor, internal } from '@ton/sandbox';
import { Bag, type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import { type AccountAddress, formatAccountAddress, type StateInit } from '@tonriver/chain-model';
import { decodeBody } from '@tonriver/message-bodies';
import { addressOfState } from './contract-state.ts';

/** One transaction that a message caused. */
export interface Step {
  /** Raw address of the sender; null for external messages and tick-tocks. */
  readonly from: string | null;
  readonly to: string;
  /** The name of the body's constructor as the indexer decodes it; `text_comment`, `empty`, or `unknown 0x…`. */
  readonly body: string;
  readonly bodyCell: CoreCell;
  /** Nanotons that came with the message. */
  readonly value: bigint;
  /** Null when nothing was computed. */
  readonly exitCode: number | null;
  /** Exit code of the action phase; null when there was none. */
  readonly actionCode: number | null;
  readonly aborted: boolean;
  readonly bounced: boolean;
  readonly gas: number;
}

interface Sending {
  readonly from: AccountAddress;
  readonly to: AccountAddress;
  readonly value: bigint;
  readonly body?: Cell;
  readonly state?: StateInit<Cell>;
  readonly bounce?: boolean;
}

export interface TestChain {
  readonly blockchain: Blockchain;
  /** An account that takes every message and sends none. */
  account(name: string, workchain?: number): Promise<AccountAddress>;
  /** Sends a message and everything that comes of it. */
  send(sending: Sending): Promise<Step[]>;
  sendExternal(to: AccountAddress, body: Cell): Promise<Step[]>;
  tick(account: AccountAddress): Promise<Step[]>;
  /** Puts a contract at an address that is not the hash of its state. */
  place(address: AccountAddress, state: StateInit<Cell>, balance: bigint): Promise<void>;
  /** Deploys a contract with an empty message and returns its address. */
  deploy(state: StateInit<Cell>, from: AccountAddress, value?: bigint): Promise<AccountAddress>;
  get(address: AccountAddress, method: string, args?: TupleItem[]): Promise<TupleItem[]>;
  balance(address: AccountAddress): Promise<bigint>;
  dataOf(address: AccountAddress): Promise<CoreCell>;
  isActive(address: AccountAddress): Promise<boolean>;
}

export const ton = (amount: number): bigint => BigInt(Math.round(amount * 1e9));

/** The time of the test chains, in seconds. */
export const startTime = 1_800_000_000;

/** Compiling the virtual machine takes longer than a test. */
let executor: Promise<Executor> | undefined;

/** Makes an empty chain at `startTime` with the small configuration that the sandbox carries (global version 12). */
export async function createTestChain(): Promise<TestChain> {
  executor ??= Executor.create();
  const blockchain = await Blockchain.create({ executor: await executor, config: 'slim' });
  blockchain.now = startTime;
  const contractOf = (address: AccountAddress) => blockchain.getContract(coreAddress(address));
  const run = async (message: Parameters<Blockchain['sendMessage']>[0]): Promise<Step[]> =>
    (await blockchain.sendMessage(message)).transactions.map(stepOf);
  const send = ({ from, to, value, body, state, bounce = true }: Sending): Promise<Step[]> =>
    run(
      internal({
        from: coreAddress(from),
        to: coreAddress(to),
        value,
        bounce,
        ...(body === undefined ? {} : { body: coreCell(body) }),
        ...(state === undefined ? {} : { stateInit: { code: coreCell(state.code!), data: coreCell(state.data!) } }),
      }),
    );
  return {
    blockchain,
    send,
    async account(name, workchain = 0) {
      const { address } = await blockchain.treasury(name, { workchain });
      return { workchain: address.workChain, hash: new Uint8Array(address.hash) };
    },
    sendExternal: (to, body) =>
      run({ info: { type: 'external-in', dest: coreAddress(to), importFee: 0n }, body: coreCell(body) }),
    async tick(account) {
      return (await blockchain.runTickTock(coreAddress(account), 'tick')).transactions.map(stepOf);
    },
    async place(address, state, balance) {
      const account = createShardAccount({
        address: coreAddress(address),
        code: coreCell(state.code!),
        data: coreCell(state.data!),
        balance,
        workchain: address.workchain,
      });
      await blockchain.setShardAccount(coreAddress(address), account);
    },
    async deploy(state, from, value = ton(1)) {
      const address = addressOfState(state);
      await send({ from, to: address, value, state, bounce: false });
      return address;
    },
    async get(address, method, args = []) {
      return (await blockchain.runGetMethod(coreAddress(address), method, args)).stack;
    },
    balance: async (address) => (await contractOf(address)).balance,
    async dataOf(address) {
      const { accountState } = await contractOf(address);
      if (accountState?.type !== 'active' || !accountState.state.data) throw new Error('No data there');
      return accountState.state.data;
    },
    isActive: async (address) => (await contractOf(address)).accountState?.type === 'active',
  };
}

function coreAddress(address: AccountAddress): Address {
  return new Address(address.workchain, Buffer.from(address.hash));
}

export function coreCell(cell: Cell): CoreCell {
  return CoreCell.fromBoc(Buffer.from(writeBag([cell])))[0]!;
}

export function cellOfCore(cell: CoreCell): Cell {
  const bag = Bag.parse(cell.toBoc());
  return bag.toCell(bag.root);
}

/** The address of a stack entry; null for `addr_none`. */
export function addressOf(item: TupleItem | undefined): string | null {
  if (item?.type !== 'slice' && item?.type !== 'cell') throw new Error('Not a slice');
  const address = item.cell.beginParse().loadMaybeAddress();
  return address === null ? null : rawAddress(address);
}

export function accountOf(item: TupleItem | undefined): AccountAddress {
  if (item?.type !== 'slice' && item?.type !== 'cell') throw new Error('Not a slice');
  const address = item.cell.beginParse().loadAddress();
  return { workchain: address.workChain, hash: new Uint8Array(address.hash) };
}

export function intOf(item: TupleItem | undefined): bigint {
  if (item?.type !== 'int') throw new Error('Not a number');
  return item.value;
}

export function addressArgument(address: AccountAddress): TupleItem {
  const builder = new CellBuilder().storeUint(4, 3).storeInt(address.workchain, 8).storeBytes(address.hash);
  return { type: 'slice', cell: coreCell(builder.endCell()) };
}

/** Steps in short: the body's name, and after it what went wrong. */
export function outline(steps: readonly Step[]): string[] {
  return steps.map(({ body, bounced, exitCode, actionCode, aborted }) => {
    const failure = exitCode !== null && exitCode !== 0 ? ` exit ${exitCode}` : '';
    const action = actionCode !== null && actionCode !== 0 ? ` action ${actionCode}` : '';
    return `${bounced ? 'bounced ' : ''}${body}${failure}${action}${aborted && failure + action === '' ? ' aborted' : ''}`;
  });
}

export const textOf = formatAccountAddress;

function stepOf(transaction: Transaction): Step {
  const message = transaction.inMessage;
  const info = message?.info;
  const { description } = transaction;
  if (description.type !== 'generic' && description.type !== 'tick-tock') throw new Error('Not a usual transaction');
  const { computePhase, actionPhase, aborted } = description;
  const bodyCell = message?.body ?? CoreCell.EMPTY;
  const bounced = info?.type === 'internal' && info.bounced;
  return {
    from: info?.type === 'internal' ? rawAddress(info.src) : null,
    to: rawAddress(new Address(0, Buffer.alloc(32)), transaction.address, info?.dest),
    body: bodyName(bounced ? withoutBouncePrefix(bodyCell) : bodyCell),
    bodyCell,
    value: info?.type === 'internal' ? info.value.coins : 0n,
    exitCode: computePhase.type === 'vm' ? computePhase.exitCode : null,
    actionCode: actionPhase?.resultCode ?? null,
    aborted,
    bounced,
    gas: computePhase.type === 'vm' ? Number(computePhase.gasUsed) : 0,
  };
}

function rawAddress(address: Address, hash?: bigint, destination?: unknown): string {
  if (destination instanceof Address) return rawAddress(destination);
  const digits = hash === undefined ? address.hash.toString('hex') : hash.toString(16).padStart(64, '0');
  return `${address.workChain}:${digits.toUpperCase()}`;
}

function withoutBouncePrefix(body: CoreCell): CoreCell {
  const slice = body.beginParse();
  if (slice.remainingBits < 32) return body;
  slice.skip(32);
  return slice.asCell();
}

function bodyName(body: CoreCell): string {
  const bits = body.beginParse();
  if (bits.remainingBits === 0 && bits.remainingRefs === 0) return 'empty';
  const decoding = decodeBody(Bag.parse(body.toBoc()));
  if (decoding.kind === 'decoded') return decoding.type;
  const tag = bits.remainingBits >= 32 ? bits.loadUint(32).toString(16).padStart(8, '0') : 'short';
  return `unknown 0x${tag}`;
}
