import { Cell } from '@ton/core';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { StandaloneProcess } from '../devnet/standalone-process.ts';

/** What a contract is in its newest state, of the kinds whose methods are asked here. Absent values are null. */
export interface NewestInterface {
  readonly address: string;
  readonly kind: 'jetton_wallet' | 'jetton_master' | 'nft_item' | 'nft_collection' | 'nft_sale';
  readonly owner: string | null;
  /** Master, collection or marketplace. */
  readonly parent: string | null;
  readonly item: string | null;
  /** Balance, supply or price, nanograms or jetton units; decimal. */
  readonly amount: string | null;
  /** Index of an item, next index of a collection; decimal. */
  readonly index: string | null;
}

/** A null is an empty list there. */
type StackEntry =
  | { readonly type: 'num' | 'cell' | 'slice'; readonly value: string }
  | { readonly type: 'list'; readonly value: readonly unknown[] };

/** Contracts of one kind that are asked. */
const PER_KIND_MAX = 25;

/** Reads what the index says, some contracts of each kind. */
export async function readNewestInterfaces(store: ClickHouseStore): Promise<readonly NewestInterface[]> {
  return await store.query<NewestInterface>(
    `SELECT concat(toString(workchain), ':', hex(account)) AS address, toString(kind) AS kind, owner_text AS owner,
       parent_text AS parent, item_text AS item, toString(amount) AS amount, toString(item_index) AS index
     FROM contract_interfaces FINAL
     WHERE kind IN ('jetton_wallet', 'jetton_master', 'nft_item', 'nft_collection', 'nft_sale')
       AND (workchain, account, lt) IN (
         SELECT workchain, account, max(lt) FROM contract_interfaces GROUP BY workchain, account)
     ORDER BY kind, address LIMIT {most:UInt32} BY kind`,
    { most: PER_KIND_MAX },
  );
}

/** Asks the contract itself the same. */
export async function sayInterface(
  served: StandaloneProcess,
  { address, kind }: Pick<NewestInterface, 'address' | 'kind'>,
): Promise<NewestInterface> {
  const { method, read } = methods[kind];
  const call = { address, method, stack: [] };
  const { json } = await served.post('/api/v3/runGetMethod', call, { 'content-type': 'application/json' });
  const { exit_code: exitCode, stack } = json as unknown as {
    readonly exit_code: number;
    readonly stack: readonly StackEntry[];
  };
  if (exitCode !== 0) throw new Error(`${method} of ${address}: ${JSON.stringify(json)}`);
  const nothing = { owner: null, parent: null, item: null, amount: null, index: null };
  return { address, kind, ...nothing, ...read(stack) };
}

const methods: Readonly<
  Record<
    NewestInterface['kind'],
    { readonly method: string; readonly read: (stack: readonly StackEntry[]) => Partial<NewestInterface> }
  >
> = {
  // TEP-74: balance, owner, master, code
  jetton_wallet: {
    method: 'get_wallet_data',
    read: (stack) => ({ amount: numberAt(stack, 0), owner: addressAt(stack, 1), parent: addressAt(stack, 2) }),
  },
  // TEP-74: supply, mintable, admin, content, wallet code
  jetton_master: {
    method: 'get_jetton_data',
    read: (stack) => ({ amount: numberAt(stack, 0), owner: addressAt(stack, 2) }),
  },
  // TEP-62: initialised, index, collection, owner, content
  nft_item: {
    method: 'get_nft_data',
    read: (stack) => ({ index: numberAt(stack, 1), parent: addressAt(stack, 2), owner: addressAt(stack, 3) }),
  },
  // TEP-62: next index, content, owner
  nft_collection: {
    method: 'get_collection_data',
    read: (stack) => ({ index: indexAt(stack, 0), owner: addressAt(stack, 2) }),
  },
  // kind, complete, created at, marketplace, item, owner, price, and fees
  nft_sale: {
    method: 'get_sale_data',
    read: (stack) => ({
      parent: addressAt(stack, 3),
      item: addressAt(stack, 4),
      owner: addressAt(stack, 5),
      amount: numberAt(stack, 6),
    }),
  },
};

function numberAt(stack: readonly StackEntry[], place: number): string {
  const entry = stack[place];
  if (entry?.type !== 'num') throw unexpected(stack, place);
  return BigInt(entry.value).toString();
}

/** An index, or null for −1: items without an order. */
function indexAt(stack: readonly StackEntry[], place: number): string | null {
  const entry = stack[place];
  return entry?.type === 'num' && entry.value === '-0x1' ? null : numberAt(stack, place);
}

/** An address; null for none, which contracts say with a null, an empty slice or `addr_none`. */
function addressAt(stack: readonly StackEntry[], place: number): string | null {
  const entry = stack[place];
  if (entry?.type === 'list' && entry.value.length === 0) return null;
  if (entry?.type !== 'cell' && entry?.type !== 'slice') throw unexpected(stack, place);
  const slice = Cell.fromBase64(entry.value).beginParse();
  const address = slice.remainingBits === 0 ? null : slice.loadMaybeAddress();
  return address === null ? null : `${address.workChain}:${address.hash.toString('hex').toUpperCase()}`;
}

function unexpected(stack: readonly StackEntry[], place: number): Error {
  return new Error(`Entry ${place} has another type than its standard says: ${JSON.stringify(stack)}`);
}
