import { describe, expect, it } from '@jest/globals';
import type { TokenRow } from '@tonriver/chain-reader';
import { interfaceRow } from '@tonriver/row-schema/testing';
import { metadataOf } from './token-metadata.ts';

const [owner, jetton] = [`0:${'0A'.repeat(32)}`, `0:${'0B'.repeat(32)}`];
const rowOf = (row: Partial<TokenRow>): TokenRow => interfaceRow({ kind: 'jetton_master', ...row });
const printed = (...rows: readonly Partial<TokenRow>[]): string => JSON.stringify(metadataOf(rows.map(rowOf)));

describe('what is told of a token', () => {
  it('a jetton that is all on the chain: texts of its own as members, the others in extra, by name', () => {
    const contentText = JSON.stringify({ symbol: 'RVR', decimals: '9', name: 'River', amount_style: 'n' });
    expect(printed({ contentText })).toBe(
      '{"is_indexed":true,"token_info":[{"valid":true,"type":"jetton_masters","name":"River","symbol":"RVR",' +
        '"extra":{"amount_style":"n","decimals":"9"}}]}',
    );
  });

  it('content elsewhere is not indexed, and its address is told', () => {
    expect(printed({ kind: 'nft_item', itemIndex: 7n, uriText: 'https://example.org/7' })).toBe(
      '{"is_indexed":false,"token_info":[{"type":"nft_items","nft_index":"7","extra":{"uri":"https://example.org/7"}}]}',
    );
    const uri = 'https://example.org';
    expect(printed({ uriText: uri, contentText: JSON.stringify({ uri, decimals: '6' }) })).toBe(
      `{"is_indexed":false,"token_info":[{"type":"jetton_masters","extra":{"decimals":"6","uri":"${uri}"}}]}`,
    );
  });

  it('a wallet: its owner, jetton and balance', () => {
    expect(printed({ kind: 'jetton_wallet', ownerText: owner, parentText: jetton, amount: 5n })).toBe(
      '{"is_indexed":true,"token_info":[{"valid":true,"type":"jetton_wallets",' +
        `"extra":{"balance":"5","jetton":"${jetton}","owner":"${owner}"}}]}`,
    );
  });

  it('content that cannot be read is not valid; rows of the first rules do not say', () => {
    expect(printed({ kind: 'nft_collection' })).toBe(
      '{"is_indexed":true,"token_info":[{"valid":false,"type":"nft_collections"}]}',
    );
    expect(printed({ contentText: '[]' })).toBe(
      '{"is_indexed":true,"token_info":[{"valid":false,"type":"jetton_masters"}]}',
    );
    expect(printed({ generation: 1 })).toBe('{"is_indexed":false,"token_info":[{"type":"jetton_masters"}]}');
  });

  it('an account that is several tokens has an entry for each', () => {
    const both = [{ kind: 'nft_item', uriText: 'u' }, { contentText: '{}' }] as const;
    expect(printed(...both)).toBe(
      '{"is_indexed":false,"token_info":[{"valid":true,"type":"jetton_masters"},' +
        '{"type":"nft_items","extra":{"uri":"u"}}]}',
    );
  });
});
