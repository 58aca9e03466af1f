import type { TokenRow } from '@tonriver/chain-reader';

/** What is told of one token that an account is. Members are in the order of the deployed service. */
interface TokenInfo {
  readonly valid?: boolean;
  readonly type: string;
  readonly name?: string;
  readonly symbol?: string;
  readonly description?: string;
  readonly image?: string;
  readonly nft_index?: string;
  readonly extra?: Readonly<Record<string, string>>;
}

/** What is told of an account that is a token. */
interface AddressMetadata {
  /** False when some of the content is elsewhere: nothing is fetched from there. */
  readonly is_indexed: boolean;
  readonly token_info: readonly TokenInfo[];
}

const types = {
  jetton_wallet: 'jetton_wallets',
  jetton_master: 'jetton_masters',
  nft_item: 'nft_items',
  nft_collection: 'nft_collections',
} as const;

/** Rows of the first rules do not say what a contract stores of itself. */
const FIRST_GENERATION_WITH_CONTENT = 2;

/** Returns what is told of an account that is these tokens, in the order of their types. */
export function metadataOf(rows: readonly TokenRow[]): AddressMetadata {
  const infos = rows.map(tokenInfoOf).toSorted((left, right) => (left.info.type < right.info.type ? -1 : 1));
  return { is_indexed: infos.every(({ isIndexed }) => isIndexed), token_info: infos.map(({ info }) => info) };
}

interface ReadToken {
  readonly isIndexed: boolean;
  readonly info: TokenInfo;
}

function tokenInfoOf(row: TokenRow): ReadToken {
  if (row.kind === 'jetton_wallet') {
    const extra = { balance: String(row.amount ?? 0n), jetton: row.parentText ?? '', owner: row.ownerText ?? '' };
    return { isIndexed: true, info: { valid: true, type: types.jetton_wallet, extra } };
  }
  const type = types[row.kind as keyof typeof types];
  const { uriText, contentText, itemIndex } = row;
  const index = row.kind === 'nft_item' && itemIndex !== null ? { nft_index: String(itemIndex) } : {};
  const attributes = contentText === null ? undefined : attributesOf(contentText);
  if (attributes === undefined && uriText === null) {
    if (row.generation < FIRST_GENERATION_WITH_CONTENT) return { isIndexed: false, info: { type, ...index } };
    return { isIndexed: true, info: { valid: false, type, ...index } };
  }
  const texts: Partial<Record<string, string>> = { ...attributes, ...(uriText === null ? {} : { uri: uriText }) };
  const { name, symbol, description, image, ...others } = texts;
  const own = { name, symbol, description, image };
  return {
    isIndexed: uriText === null,
    info: {
      ...(uriText === null ? { valid: true } : {}),
      type,
      ...Object.fromEntries(Object.entries(own).filter(([, text]) => text !== undefined)),
      ...index,
      ...(Object.keys(others).length === 0 ? {} : { extra: sortedByName(others) }),
    },
  };
}

function sortedByName(texts: Readonly<Partial<Record<string, string>>>): Readonly<Record<string, string>> {
  const entries = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** The texts of `content_text`. Undefined for a text that the interface-detector did not write: `verify` finds it. */
export function attributesOf(text: string): Readonly<Record<string, string>> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
    return Object.fromEntries(Object.entries(parsed).filter(([, value]) => typeof value === 'string'));
  } catch {
    return undefined;
  }
}
