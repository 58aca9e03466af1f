import {
  type AccountDataPlace,
  BlockRowsError,
  readAccountData,
  readDataOfAccounts,
  readWholeData,
} from '@tonriver/block-rows';
import { type AccountAddress, equalBytes } from '@tonriver/chain-model';
import type { AccountStateRow } from '@tonriver/row-schema';
import { LRUCache } from 'lru-cache';
import { accountText } from '../accounts/remembered-states.ts';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import type { LookUpBounds } from '../look-up/look-up-bounds.ts';
import { createSingleFlight } from '../look-up/single-flight.ts';
import { hexOf } from '../store/bytes.ts';
import type { ReadingStore } from '../store/reading-store.ts';
import type { TransactionKey } from '../transactions/transaction-key.ts';

const DATA_BYTES_MAX = 32 * 1024 * 1024;
/** What an entry takes besides its bag. */
const ENTRY_BYTES = 300;
/** Data of one contract that are remembered, for those who ask at a state that others have passed. */
const VERSIONS_MAX = 8;
/** Of larger data only the newest are remembered, and they are read when they are asked for. */
const VERSION_BYTES_MAX = 64 * 1024;

/** The state whose data is wanted: its logical time, and the hash of the data. */
interface DataOfState {
  readonly lt: bigint;
  readonly dataHash: Uint8Array;
}

export interface RememberedData {
  /** Returns the data of a contract in a state, as a bag; undefined when the rows do not give data with this hash. */
  get(address: AccountAddress, state: DataOfState): Promise<Uint8Array | undefined>;
  /** Reads data that changed in these transactions and are stored whole, of contracts that were asked for before. */
  readAhead(changes: readonly TransactionKey[]): Promise<void>;
  /** Reads the data of new states together, for contracts whose data were asked for before. */
  renew(states: readonly AccountStateRow[]): Promise<void>;
}

interface DataVersion extends DataOfState {
  readonly boc: Uint8Array;
}

/**
 * Reads the data of contracts, and remembers the newest that were read of each: the same array as long as it is
 * remembered. Who asks meanwhile gets the same answer.
 */
export function createRememberedData(store: ReadingStore, bounds: LookUpBounds): RememberedData {
  /** By account, the newest last. */
  const kept = new LRUCache<string, readonly DataVersion[]>({
    maxSize: DATA_BYTES_MAX,
    sizeCalculation: (versions) => versions.reduce((sum, { boc }) => sum + boc.length + ENTRY_BYTES, 0),
  });
  const keep = (account: string, { lt, dataHash }: DataOfState, boc: Uint8Array): void => {
    const others = (kept.peek(account) ?? []).filter((one) => !equalBytes(one.dataHash, dataHash));
    const version = { lt, dataHash: Uint8Array.from(dataHash), boc };
    const versions = [...others, version].toSorted((left, right) => Number(left.lt - right.lt));
    const isSmall = versions.every((one) => one.boc.length <= VERSION_BYTES_MAX);
    kept.set(account, versions.slice(isSmall ? -VERSIONS_MAX : -1));
  };
  const find = (versions: readonly DataVersion[] | undefined, dataHash: Uint8Array): DataVersion | undefined =>
    versions?.findLast((one) => equalBytes(one.dataHash, dataHash));
  const firstReads = createFirstReads(store, bounds);
  const read = async (account: string, place: AccountDataPlace): Promise<Uint8Array | undefined> => {
    const boc = await firstReads.get(placeText(place));
    if (boc !== undefined) keep(account, place, boc);
    return boc;
  };
  const reading = createSingleFlight<Uint8Array | undefined>();
  return {
    async get({ workchain, hash }, { lt, dataHash }) {
      const account = textOf(workchain, hash);
      const known = find(kept.get(account), dataHash);
      if (known !== undefined) return known.boc;
      const place = { workchain, account: hash, lt, dataHash: Uint8Array.from(dataHash) };
      return await reading.run(placeText(place), () => read(account, place));
    },
    async readAhead(changes) {
      const wanted = changes.filter(({ workchain, account }) => kept.has(textOf(workchain, account)));
      const found = await readWholeData(store, wanted, { rowBytesMax: VERSION_BYTES_MAX });
      for (const { workchain, account, boc, ...state } of found) {
        const text = textOf(workchain, account);
        // The array that is remembered stays.
        if (find(kept.peek(text), state.dataHash) === undefined) keep(text, state, boc);
      }
    },
    async renew(states) {
      const wanted = states.flatMap(({ workchain, account, lt, dataHash }) => {
        const text = textOf(workchain, account);
        const known = kept.peek(text);
        // A transaction often leaves the data as they are.
        if (known === undefined || dataHash === null || find(known, dataHash) !== undefined) return [];
        return [{ text, place: { workchain, account, lt, dataHash } }];
      });
      const places = wanted.map(({ place }) => place);
      const bags = await readDataOfAccounts(store, places, { rowBytesMax: VERSION_BYTES_MAX });
      for (const [index, { text, place }] of wanted.entries()) {
        const boc = bags[index];
        if (boc !== undefined) keep(text, place, boc);
      }
    },
  };
}

/** Data by `placeText`. Those that wait together share a query, except for what is stored in parts or is large. */
function createFirstReads(store: ReadingStore, bounds: LookUpBounds): BatchedLookUp<Uint8Array> {
  const readAlone = async (place: AccountDataPlace): Promise<Uint8Array | undefined> => {
    try {
      return await readAccountData(store, place);
    } catch (error) {
      if (error instanceof BlockRowsError) return undefined;
      throw error;
    }
  };
  return createBatchedLookUp({
    ...bounds,
    async load(keys) {
      const found = new Map<string, Uint8Array>();
      const places = keys.map(parsePlaceText);
      const whole = places.length === 1 ? [] : await readWholeData(store, places, { rowBytesMax: VERSION_BYTES_MAX });
      for (const data of whole) found.set(placeText(data), data.boc);
      const read = async (key: string): Promise<void> => {
        const boc = await readAlone(parsePlaceText(key));
        if (boc !== undefined) found.set(key, boc);
      };
      await Promise.all(keys.filter((key) => !found.has(key)).map(read));
      return found;
    },
  });
}

function placeText({ workchain, account, lt, dataHash }: AccountDataPlace): string {
  return `${workchain} ${hexOf(account)} ${lt} ${hexOf(dataHash)}`;
}

function parsePlaceText(text: string): AccountDataPlace {
  const [workchain = '', account = '', lt = '', dataHash = ''] = text.split(' ');
  return {
    workchain: Number(workchain),
    account: Buffer.from(account, 'hex'),
    lt: BigInt(lt),
    dataHash: Buffer.from(dataHash, 'hex'),
  };
}

function textOf(workchain: number, account: Uint8Array): string {
  return accountText({ workchain, accountHex: hexOf(account) });
}
