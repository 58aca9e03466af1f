import { expect, it } from '@jest/globals';
import { accountAtKeyText, accountInStateKeyText, type DomainPlace, type TokenRow } from '@tonriver/chain-reader';
import { memoryLookUp } from '@tonriver/chain-reader/testing';
import { interfaceRow } from '@tonriver/row-schema/testing';
import { readDomains } from './domains.ts';

const indexedSeqno = 7;
const hexOf = (byte: number): string => byte.toString(16).padStart(2, '0').toUpperCase().repeat(32);
const account = { workchain: 0, accountHex: hexOf(1) };
const address = `0:${hexOf(1)}`;

/** A domain of the account, and what its item says at the watermark. */
interface Told {
  readonly name: string;
  readonly row?: Partial<TokenRow>;
}

async function domainOf(...domains: readonly Told[]): Promise<string | undefined> {
  const items = domains.map((_domain, index) => ({ workchain: 0, accountHex: hexOf(0x10 + index) }));
  const places = domains.map(({ name }, index): DomainPlace => ({ name, item: items[index]! }));
  const codes = items.map(
    (item) => [accountAtKeyText({ ...item, indexedSeqno }), { lt: 5n, codeHash: new Uint8Array(32) }] as const,
  );
  const rows = domains.map(({ name, row }, index): readonly [string, readonly TokenRow[]] => [
    accountInStateKeyText({ ...items[index]!, indexedSeqno, lt: 5n }),
    [
      interfaceRow({
        lt: 5n,
        kind: 'nft_item',
        confirmation: 'confirmed',
        ownerText: address,
        addressesText: address,
        contentText: JSON.stringify({ domain: name }),
        ...row,
      }),
    ],
  ]);
  const reader = {
    domainNames: async () => [places],
    accountCodes: memoryLookUp(new Map(codes)),
    tokens: memoryLookUp(new Map(rows)),
  };
  return (await readDomains(reader, [account], { indexedSeqno })).get(address);
}

it('an account is called by its shortest domain', async () => {
  expect(await domainOf({ name: 'a.ton' }, { name: 'bb.ton' })).toBe('a.ton');
});

it('not by one that it owns no longer, that leads elsewhere, or whose item is another now', async () => {
  const other = `0:${hexOf(2)}`;
  expect(await domainOf({ name: 'a.ton', row: { ownerText: other } }, { name: 'bb.ton' })).toBe('bb.ton');
  expect(await domainOf({ name: 'a.ton', row: { addressesText: other } })).toBeUndefined();
  expect(await domainOf({ name: 'a.ton', row: { addressesText: '' } })).toBeUndefined();
  expect(await domainOf({ name: 'a.ton', row: { contentText: null } })).toBeUndefined();
  expect(await domainOf({ name: 'a.ton', row: { kind: 'nft_collection' } })).toBeUndefined();
});
