import type { AccountInterfaces } from '@tonriver/actions';
import { accountInterfacesOf } from '@tonriver/block-rows';
import { formatAccountAddress, hashToHex, parseAccountAddress } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { columnsSql, contractInterfacesTable, pickColumns, type RowOf } from '@tonriver/row-schema';

const columns = pickColumns(
  contractInterfacesTable,
  'workchain',
  'account',
  'lt',
  'kind',
  'mc_block_seqno',
  'code_hash',
  'confirmation',
  'owner_text',
  'parent_text',
  'item_text',
  'amount',
  'item_index',
  'uri_text',
  'addresses_text',
  'generation',
);

type Row = RowOf<typeof columns>;

/** What was found of an account, and by which rules. */
interface KnownInterfaces {
  readonly interfaces: AccountInterfaces;
  readonly generation: number;
}

/** When an account is looked at. */
export interface LookedAt {
  /** The last round of the trace. */
  readonly round: number;
  /** Logical times of the account's transactions in the trace. */
  readonly lts: ReadonlySet<bigint>;
}

/** What accounts are in the states at the ends of some rounds. */
export interface InterfaceStates {
  /** Reads accounts that are not known yet. Texts that are no addresses are left out. */
  load(addresses: Iterable<string>): Promise<void>;
  /** What an account was; of one that was deleted in the trace, what it was before. */
  at(address: string, when: LookedAt): KnownInterfaces | undefined;
}

/** Accounts of one query. */
const ACCOUNTS_PER_QUERY = 512;

/**
 * Logical time, about eight hours of mainnet. Contracts that are used all the time have a state in it: a look at their
 * whole history would take longer every day.
 */
const RECENT_LT = 10_000_000_000n;

/** The rounds whose states are wanted. */
export interface StateRounds {
  readonly first: number;
  readonly last: number;
  /** A logical time of the first round, or an earlier one. */
  readonly startLt: bigint;
}

/** Reads states as of rounds from `first` to `last`. */
export function createInterfaceStates(store: ClickHouseStore, { first, last, startLt }: StateRounds): InterfaceStates {
  /** Address → its states, newest first; a row for each kind. */
  const known = new Map<string, readonly (readonly Row[])[]>();
  /** The states that came in these rounds, and the newest before: with code too, for an account that is deleted. */
  const readFrom = async (addresses: readonly string[], fromLt: bigint): Promise<readonly Row[]> => {
    const ofAccounts = `(workchain, account) IN (${addresses.map(keyTuple).join(', ')}) AND lt >= {fromLt:UInt64}`;
    return await store.select(
      columns,
      `SELECT ${columnsSql(columns)} FROM contract_interfaces
       WHERE ${ofAccounts} AND mc_block_seqno <= {last:UInt32}
         AND (mc_block_seqno > {first:UInt32} OR (workchain, account, lt) IN (
           SELECT workchain, account, arrayJoin([max(lt), maxIf(lt, code_hash IS NOT NULL)]) FROM contract_interfaces
           WHERE ${ofAccounts} AND mc_block_seqno <= {first:UInt32} GROUP BY workchain, account))`,
      { first, last, fromLt },
      { threadsMax: 1 },
    );
  };
  const read = async (addresses: readonly string[]): Promise<void> => {
    const recent = groupBy(await readFrom(addresses, startLt > RECENT_LT ? startLt - RECENT_LT : 0n), addressOf);
    const others = addresses.filter((address) => !isAllThatCounts(recent.get(address) ?? [], first));
    const older = others.length === 0 ? [] : await readFrom(others, 0n);
    const found = new Map([...recent, ...groupBy(older, addressOf)]);
    for (const address of addresses) known.set(address, statesOf(found.get(address) ?? []));
  };
  return {
    async load(addresses) {
      const missing = [...new Set(addresses)].filter((address) => !known.has(address) && isAddress(address));
      for (let from = 0; from < missing.length; from += ACCOUNTS_PER_QUERY) {
        await read(missing.slice(from, from + ACCOUNTS_PER_QUERY));
      }
    },
    at(address, { round, lts }) {
      const states = (known.get(address) ?? []).filter(([row]) => row!.mcBlockSeqno <= round);
      const [newest] = states;
      const isDeletedThere = newest !== undefined && newest[0]!.codeHash === null && lts.has(newest[0]!.lt);
      const state = isDeletedThere ? states.find(([row]) => row!.codeHash !== null) : newest;
      if (state === undefined) return undefined;
      return { interfaces: accountInterfacesOf(state), generation: state[0]!.generation };
    },
  };
}

/** Whether no older state of the account matters: the newest one before the rounds is there, and has code. */
function isAllThatCounts(rows: readonly Row[], first: number): boolean {
  const before = rows.filter(({ mcBlockSeqno }) => mcBlockSeqno <= first);
  const newest = before.reduce((most, { lt }) => (lt > most ? lt : most), -1n);
  return before.some(({ lt, codeHash }) => lt === newest && codeHash !== null);
}

/** The states of an account, newest first, each with the rows that count: those of the newest rules. */
function statesOf(rows: readonly Row[]): readonly (readonly Row[])[] {
  return [...groupBy(rows, ({ lt }) => String(lt)).values()]
    .map((ofState) => {
      const generation = Math.max(...ofState.map((row) => row.generation));
      const ofKind = new Map(ofState.filter((row) => row.generation === generation).map((row) => [row.kind, row]));
      return [...ofKind.values()];
    })
    .toSorted(([left], [right]) => (left!.lt < right!.lt ? 1 : -1));
}

function groupBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

function addressOf({ workchain, account }: Row): string {
  return formatAccountAddress({ workchain, hash: account });
}

function isAddress(text: string): boolean {
  try {
    parseAccountAddress(text);
    return true;
  } catch {
    return false;
  }
}

function keyTuple(address: string): string {
  const { workchain, hash } = parseAccountAddress(address);
  return `(${workchain}, unhex('${hashToHex(hash)}'))`;
}
