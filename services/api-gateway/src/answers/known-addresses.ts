import { accountInStateKeyText, type NewestState, type TokenRow } from '@tonriver/chain-reader';
import type { ReadingContext } from '../endpoints/endpoint-definition.ts';
import { addressBookRows, addressBookText, readNewestStates, type StatesOfAddresses } from './address-book.ts';
import { createAnswerLength } from './answer-length.ts';
import type { AnswerReader } from './answer-reader.ts';
import { type JsonText, textOf } from './json-text.ts';
import { printInTurns } from './print-in-turns.ts';
import { metadataOf } from './token-metadata.ts';
import { isWalletCode } from './wallet-codes.ts';

/** The two members that tell more about the addresses in an answer. */
export interface KnownAddresses {
  readonly address_book: JsonText;
  readonly metadata: JsonText;
}

/** What is needed to tell about addresses. */
type AddressContext = Pick<
  ReadingContext,
  'dialect' | 'reader' | 'visibility' | 'isTestnet' | 'wantsAddressBook' | 'wantsMetadata'
>;

/**
 * Prints what is known of the addresses in an answer, as far as the request wants it.
 *
 * @throws {GatewayError} `bad_request` when it is too long
 */
export async function knownAddresses(addresses: readonly string[], context: AddressContext): Promise<KnownAddresses> {
  const { reader, visibility, wantsAddressBook, wantsMetadata } = context;
  const isWanted = wantsAddressBook || wantsMetadata;
  return await knownOfStates(await readNewestStates(reader, isWanted ? addresses : [], visibility), context);
}

/** The same from states that were read. */
export async function knownOfStates(states: StatesOfAddresses, context: AddressContext): Promise<KnownAddresses> {
  const { reader, visibility, isTestnet, wantsAddressBook, wantsMetadata } = context;
  const [book, tokens] = await Promise.all([
    wantsAddressBook ? addressBookRows(reader, states, { visible: visibility, isTestnet }) : undefined,
    wantsMetadata ? readTokens(reader, states, visibility) : undefined,
  ]);
  return {
    address_book: book === undefined ? textOf({}) : addressBookText(book),
    metadata: tokens === undefined ? textOf({}) : await metadataText(tokens, context),
  };
}

/**
 * Returns the rows of those addresses that are tokens at the watermark, and of the jettons of wallets among them.
 *
 * Access path: `contract_interfaces` by account and lt, once for the addresses and once for the jettons.
 */
export async function readTokens(
  reader: Pick<AnswerReader, 'accountCodes' | 'tokens'>,
  states: StatesOfAddresses,
  { indexedSeqno }: Pick<ReadingContext['visibility'], 'indexedSeqno'>,
): Promise<ReadonlyMap<string, readonly TokenRow[]>> {
  const read = async (some: StatesOfAddresses) => {
    const asked = [...some].flatMap(([address, { account, state }]) =>
      account !== undefined && state !== undefined && mayBeToken(state)
        ? [{ address, keyText: accountInStateKeyText({ ...account, indexedSeqno, lt: state.lt }) }]
        : [],
    );
    const tokens = await reader.tokens.getMany(asked.map(({ keyText }) => keyText));
    return asked.flatMap(({ address }, index) => {
      const rows = tokens[index] ?? [];
      return rows.length === 0 ? [] : [[address, rows] as const];
    });
  };
  const found = new Map(await read(states));
  const jettons = [...found.values()].flatMap((rows) =>
    rows.flatMap(({ kind, parentText }) => (kind === 'jetton_wallet' && parentText !== null ? [parentText] : [])),
  );
  const others = jettons.filter((jetton) => !found.has(jetton));
  for (const [address, rows] of await read(await readNewestStates(reader, others, { indexedSeqno }))) {
    found.set(address, rows);
  }
  return found;
}

/**
 * Prints what is told of tokens by their address, sorted.
 *
 * @throws {GatewayError} `bad_request` when it is too long
 */
export async function metadataText(
  tokens: ReadonlyMap<string, readonly TokenRow[]>,
  { dialect }: Pick<ReadingContext, 'dialect'>,
): Promise<JsonText> {
  const sorted = [...tokens].toSorted(([left], [right]) => (left < right ? -1 : 1));
  const texts = await printInTurns(sorted, createAnswerLength(dialect), ([address, rows]) => [
    `${JSON.stringify(address)}:${JSON.stringify(metadataOf(rows))}`,
  ]);
  return ['{', ...texts.flatMap((text, index) => (index === 0 ? text : [',', ...text])), '}'];
}

function mayBeToken({ codeHash }: NewestState): boolean {
  return codeHash !== null && !isWalletCode(codeHash);
}
