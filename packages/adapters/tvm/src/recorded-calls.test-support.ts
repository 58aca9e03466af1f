import { readFileSync } from 'node:fs';
import { Bag, Cell, CellBuilder, serializeTree, writeBag } from '@tonriver/boc';
import {
  buildHashmap,
  loadAccount,
  loadShardAccount,
  parseAccountAddress,
  storeMessageAddress,
} from '@tonriver/chain-model';
import type { RecordedData } from '@tonriver/testing';
import type { GetMethodCall } from './get-method.ts';
import type { StackEntry } from './stack-entry.ts';

/** A recorded call with its name; what it gave is compared by the commands of packages/tools/replay. */
export interface RecordedCall {
  readonly name: string;
  readonly call: GetMethodCall;
}

type Fields = Readonly<Record<string, unknown>>;
const emptyCell = writeBag([Cell.empty]);

const bytes = (value: unknown): Uint8Array => new Uint8Array(Buffer.from(String(value), 'base64'));

/** Every call of `accounts/getmethods`, with its configuration, libraries, time and arguments. */
export function recordedCalls(data: RecordedData): RecordedCall[] {
  const read = (name: string): unknown => JSON.parse(readFileSync(data.path('accounts', 'getmethods', name), 'utf8'));
  const files = new Map<string, Uint8Array>();
  const file = (path: unknown): Uint8Array => {
    const name = String(path);
    const known = files.get(name) ?? new Uint8Array(readFileSync(data.path(name)));
    files.set(name, known);
    return known;
  };
  const known = read('known_contracts.json') as Fields[];
  const inspected = read('inspected_contracts.json') as Fields & { contracts: Fields[] };
  const block = read('mainnet_block_71398501_accounts.json') as Fields & { accounts: Fields[] };
  const shared = librariesOf(inspected);
  return [
    ...known.map((record) => callOf(record, record, { file, libraries: librariesOf(record) })),
    ...inspected.contracts.flatMap((contract) =>
      (contract['reference'] as Fields[]).map((result) =>
        callOf({ ...inspected, ...contract }, result, { file, libraries: shared }),
      ),
    ),
    ...block.accounts.flatMap((account) =>
      ((account['results'] ?? []) as Fields[]).map((result) =>
        callOf({ ...block, ...account }, result, { file, libraries: file(block['libraries']) }),
      ),
    ),
  ];
}

interface Context {
  readonly file: (path: unknown) => Uint8Array;
  readonly libraries: Uint8Array | null;
}

function callOf(record: Fields, result: Fields, { file, libraries }: Context): RecordedCall {
  const unixTime = Number(record['unixtime'] ?? record['reference_unixtime']);
  const config = String(record['config']);
  return {
    name: `${String(record['id'] ?? record['address'])} ${String(result['method'])}`,
    call: {
      environment: { key: `${config} ${unixTime}`, configBoc: file(config), previousBlocksBoc: null, unixTime },
      address: parseAccountAddress(String(record['address'])),
      balance: BigInt(String(record['balance'] ?? record['reference_balance'])),
      extraCurrencies: [],
      ...stateOf(record),
      librariesBoc: libraries,
      methodId: Number(result['method_id']),
      stack: ((record['args'] ?? []) as Fields[]).map(argumentOf),
      randomSeed: new Uint8Array(32),
      gasLimit: 1_000_000n,
    },
  };
}

function stateOf(record: Fields): { codeBoc: Uint8Array; dataBoc: Uint8Array } {
  if (record['code_boc'] !== undefined)
    return { codeBoc: bytes(record['code_boc']), dataBoc: bytes(record['data_boc']) };
  const bag = Bag.parse(bytes(record['shard_account_boc']));
  const state = loadAccount(bag, loadShardAccount(bag.slice(bag.root)).account)?.storage.state;
  if (state?.type !== 'active' || state.stateInit.code === null) throw new Error('A recorded account has no code');
  const { code, data } = state.stateInit;
  return { codeBoc: serializeTree(bag, code), dataBoc: data === null ? emptyCell : serializeTree(bag, data) };
}

function librariesOf(record: Fields): Uint8Array | null {
  if (typeof record['libs_dict_boc'] === 'string') return bytes(record['libs_dict_boc']);
  const texts = (record['library_cells_boc'] ?? []) as string[];
  if (texts.length === 0) return null;
  const entries = texts
    .map((text) => Bag.parse(bytes(text)))
    .map((bag) => ({ key: bag.hash(bag.root).slice(), value: bag.toCell(bag.root) }))
    .sort((left, right) => Buffer.compare(left.key, right.key));
  const root = buildHashmap(entries, {
    keyBits: 256,
    storeValue: (builder, cell: Cell) => void builder.storeRef(cell),
  });
  return writeBag([root!]);
}

function argumentOf({ type, value, boc }: Fields): StackEntry {
  if (type === 'num') return { type: 'number', value: BigInt(String(value)) };
  if (type === 'cell') return { type: 'cell', boc: bytes(boc) };
  if (type !== 'slice_addr') throw new Error(`An argument of type ${String(type)}`);
  const builder = new CellBuilder();
  storeMessageAddress(builder, { type: 'std', ...parseAccountAddress(String(value)), anycast: null });
  return { type: 'slice', boc: writeBag([builder.endCell()]) };
}
