import { rawAddress, userFriendlyAddress } from '@tonriver/api-model';
import {
  accountAtKeyText,
  type Finality,
  hexOf,
  isStored,
  type NewestState,
  type TransactionKey,
  type TransactionRecord,
  type VisibleRounds,
} from '@tonriver/chain-reader';
import type { JsonText } from './json-text.ts';
import { knownInterfacesOf } from './known-interfaces.ts';
import { addressOf } from './message.ts';
import { isWalletCode } from './wallet-codes.ts';
import type { AnswerReader } from './answer-reader.ts';

const RAW = /^(-?\d+):([0-9A-F]{64})$/;

/** A transaction, and the addresses of it that belong into the address book. */
export interface Addressed {
  readonly key: TransactionKey;
  readonly addresses: readonly string[];
  readonly finality: Finality;
}

/** Returns its account, the source of its incoming message, and the destinations of its outgoing ones. */
export function addressesOf({ transaction, inMessage, outMessages }: TransactionRecord): readonly string[] {
  const addresses: (string | null)[] = [rawAddress(transaction.workchain, hexOf(transaction.account))];
  if (inMessage !== undefined) {
    const { sourceType, sourceWorkchain, sourceAccount, sourceText } = inMessage;
    addresses.push(addressOf(sourceType, sourceWorkchain, sourceAccount, sourceText));
  }
  for (const { destinationType, destinationWorkchain, destinationAccount, destinationText } of outMessages) {
    addresses.push(addressOf(destinationType, destinationWorkchain, destinationAccount, destinationText));
  }
  return [...new Set(addresses.filter((address) => address !== null))];
}

/** At which watermark, and for which network, an address book is made. */
export interface AddressBookScope {
  readonly visible: VisibleRounds;
  readonly isTestnet: boolean;
}

/** A row of the address book. */
export interface AddressBookRow {
  readonly user_friendly: string | null;
  readonly domain: string | null;
  readonly interfaces: readonly string[];
}

/**
 * Prints a row for each address of transactions, sorted by key.
 *
 * @throws {HoleError} when an account of a transaction has no state that is at least as new
 */
export async function addressBookOf(
  reader: Pick<AnswerReader, 'accountCodes' | 'requiredRows'>,
  transactions: readonly Addressed[],
  scope: AddressBookScope,
): Promise<JsonText> {
  const { indexedSeqno } = scope.visible;
  const book = await readAddressBook(
    reader,
    transactions.flatMap(({ addresses }) => addresses),
    scope,
  );
  // Every account with a transaction in the answer has a state that is at least as new.
  const stateless = transactions.filter(isStored).filter(({ key: { workchain, account, lt } }) => {
    const state = book.states.get(accountAtKeyText({ workchain, accountHex: hexOf(account), indexedSeqno }));
    return state === undefined || state.lt < lt;
  });
  const keysOfStateless = stateless.map(({ key }) => key);
  await reader.requiredRows.checkMissing('latest_account_states', 'transactions', keysOfStateless, scope.visible);
  return addressBookText(book.rows);
}

/** Prints rows by their key, sorted. */
export function addressBookText(rows: ReadonlyMap<string, AddressBookRow>): JsonText {
  const sorted = [...rows].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return [`{${sorted.map(([key, row]) => `${JSON.stringify(key)}:${JSON.stringify(row)}`).join(',')}}`];
}

/**
 * Returns a row for each printed address, and the newest states that were read.
 *
 * The user-friendly form is bounceable if the newest visible state of the account has code other than a plain wallet's.
 * Interfaces are those that the hash of the code proves. Domains are not implemented yet: null.
 */
export async function readAddressBook(
  reader: Pick<AnswerReader, 'accountCodes'>,
  addresses: readonly string[],
  { visible: { indexedSeqno }, isTestnet }: AddressBookScope,
): Promise<{
  readonly rows: ReadonlyMap<string, AddressBookRow>;
  /** By `accountAtKeyText`. */
  readonly states: ReadonlyMap<string, NewestState | undefined>;
}> {
  const distinct = [...new Set(addresses)];
  const accounts = distinct.map((address) => RAW.exec(address));
  const keys = accounts.map((match) =>
    match === null
      ? undefined
      : accountAtKeyText({ workchain: Number(match[1]), accountHex: match[2] ?? '', indexedSeqno }),
  );
  const asked = keys.filter((key) => key !== undefined);
  const codes = await reader.accountCodes.getMany(asked);
  const states = new Map(asked.map((key, index) => [key, codes[index]]));
  const rowOf = (index: number): AddressBookRow =>
    addressBookRowOf(distinct[index] ?? '', states.get(keys[index] ?? '')?.codeHash, isTestnet);
  return { rows: new Map(distinct.map((address, index) => [address, rowOf(index)])), states };
}

/** Returns the row of a printed address whose account has this code; null or undefined for none. */
export function addressBookRowOf(
  address: string,
  codeHash: Uint8Array | null | undefined,
  isTestnet: boolean,
): AddressBookRow {
  const raw = RAW.exec(address);
  const userFriendly =
    raw === null
      ? 'addr_none'
      : userFriendlyAddress({
          workchain: Number(raw[1]),
          accountHex: raw[2] ?? '',
          isBounceable: codeHash !== null && codeHash !== undefined && !isWalletCode(codeHash),
          isTestnet,
        });
  return { user_friendly: userFriendly ?? null, domain: null, interfaces: knownInterfacesOf(codeHash) };
}
