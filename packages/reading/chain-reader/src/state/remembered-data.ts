import { BlockRowsError, readAccountData, readDataOfAccounts } from '@tonriver/block-rows';
import { type AccountAddress, equalBytes } from '@tonriver/chain-model';
import type { AccountStateRow } from '@tonriver/row-schema';
import { LRUCache } from 'lru-cache';
import { accountText } from '../accounts/remembered-codes.ts';
import { hexOf } from '../store/bytes.ts';
import type { ReadingStore } from '../store/reading-store.ts';

const DATA_BYTES_MAX = 32 * 1024 * 1024;
/** What an entry takes besides its bag. */
const ENTRY_BYTES = 300;
/** Larger data are read when they are asked for. */
const RENEWED_BYTES_MAX = 64 * 1024;

/** The state whose data is wanted: its logical time, and the hash of the data. */
interface DataOfState {
  readonly lt: bigint;
  readonly dataHash: Uint8Array;
}

export interface RememberedData {
  /** Returns the data of a contract in a state, as a bag; undefined when the rows do not give data with this hash. */
  get(address: AccountAddress, state: DataOfState): Promise<Uint8Array | undefined>;
  /** Reads the data of new states together, for contracts whose data were asked for before. */
  renew(states: readonly AccountStateRow[]): Promise<void>;
}

/** Reads the data of contracts, and remembers the newest that was read of each. */
export function createRememberedData(store: ReadingStore): RememberedData {
  const kept = new LRUCache<string, DataOfState & { readonly boc: Uint8Array }>({
    maxSize: DATA_BYTES_MAX,
    sizeCalculation: ({ boc }) => boc.length + ENTRY_BYTES,
  });
  const keep = (account: string, { lt, dataHash }: DataOfState, boc: Uint8Array): void => {
    const known = kept.peek(account);
    if (known === undefined || known.lt <= lt) kept.set(account, { lt, dataHash: Uint8Array.from(dataHash), boc });
  };
  return {
    async get({ workchain, hash }, { lt, dataHash }) {
      const account = accountText({ workchain, accountHex: hexOf(hash) });
      const known = kept.get(account);
      if (known !== undefined && known.lt === lt && equalBytes(known.dataHash, dataHash)) return known.boc;
      try {
        const place = { workchain, account: hash, lt, dataHash: Uint8Array.from(dataHash) };
        const boc = await readAccountData(store, place);
        if (boc !== undefined) keep(account, place, boc);
        return boc;
      } catch (error) {
        if (error instanceof BlockRowsError) return undefined;
        throw error;
      }
    },
    async renew(states) {
      const wanted = states.flatMap(({ workchain, account, lt, dataHash }) => {
        const text = accountText({ workchain, accountHex: hexOf(account) });
        const known = kept.peek(text);
        if (known === undefined || dataHash === null) return [];
        const place = { workchain, account, lt, dataHash };
        // A transaction often leaves the data as they are.
        if (!equalBytes(known.dataHash, dataHash)) return [{ text, place }];
        keep(text, place, known.boc);
        return [];
      });
      const places = wanted.map(({ place }) => place);
      const bags = await readDataOfAccounts(store, places, { rowBytesMax: RENEWED_BYTES_MAX });
      for (const [index, { text, place }] of wanted.entries()) {
        const boc = bags[index];
        if (boc !== undefined) keep(text, place, boc);
      }
    },
  };
}
