import { rawAddress, userFriendlyAddress } from '@tonriver/api-model';
import { hexOf } from '../reading/bytes.ts';
import type { TransactionRecord } from '../reading/transaction-records.ts';
import { addressOf } from './message.ts';

/** One row of the address book. */
export interface AddressBookRow {
  readonly user_friendly: string | null;
  readonly domain: string | null;
  readonly interfaces: readonly string[];
}

export type AddressBook = Readonly<Record<string, AddressBookRow>>;

const RAW = /^(-?\d+):([0-9A-F]{64})$/;

/**
 * The addresses that an answer speaks of: each transaction's account, the source of its incoming message, the
 * destinations of its outgoing ones. Every address gets a row, sorted by key.
 *
 * The user-friendly form is non-bounceable unless the account's code is known to be no wallet; codes are not stored
 * yet, so it always is. A domain and interfaces are facts about states as well: null and empty until then.
 */
export function addressBookOf(records: readonly TransactionRecord[], isTestnet: boolean): AddressBook {
  const addresses = new Set<string>();
  const add = (address: string | null): void => {
    if (address !== null) addresses.add(address);
  };
  for (const { transaction, inMessage, outMessages } of records) {
    add(rawAddress(transaction.workchain, hexOf(transaction.account)));
    if (inMessage !== undefined) {
      const { sourceType, sourceWorkchain, sourceAccount, sourceText } = inMessage;
      add(addressOf(sourceType, sourceWorkchain, sourceAccount, sourceText));
    }
    for (const { destinationType, destinationWorkchain, destinationAccount, destinationText } of outMessages) {
      add(addressOf(destinationType, destinationWorkchain, destinationAccount, destinationText));
    }
  }
  return Object.fromEntries([...addresses].sort().map((address) => [address, addressBookRow(address, isTestnet)]));
}

function addressBookRow(address: string, isTestnet: boolean): AddressBookRow {
  const raw = RAW.exec(address);
  const userFriendly =
    raw === null
      ? 'addr_none'
      : userFriendlyAddress({
          workchain: Number(raw[1]),
          accountHex: raw[2] ?? '',
          isBounceable: false,
          isTestnet,
        });
  return { user_friendly: userFriendly ?? null, domain: null, interfaces: [] };
}
