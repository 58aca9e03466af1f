import { describe, expect, it } from '@jest/globals';
import { type Cell, CellBuilder, sha256, writeBag } from '@tonriver/boc';
import { buildHashmap, storeHashmapE } from '@tonriver/chain-model';
import { offChainMetadata, onChainMetadata } from '@tonriver/devnet-contracts';
import { tokenContentOf } from './token-content.ts';

const read = (content: Cell) => tokenContentOf(writeBag([content]));

/** On-chain content with these values as they are. */
const withValues = (values: Readonly<Record<string, Cell>>): Cell => {
  const entries = Object.entries(values)
    .map(([name, value]) => ({ key: sha256(Buffer.from(name, 'utf8')), value }))
    .toSorted((left, right) => Buffer.compare(left.key, right.key));
  const builder = new CellBuilder().storeUint(0, 8);
  storeHashmapE(
    builder,
    buildHashmap(entries, { keyBits: 256, storeValue: (to, cell: Cell) => void to.storeRef(cell) }),
  );
  return builder.endCell();
};
const text = (bytes: Uint8Array): Cell => new CellBuilder().storeUint(0, 8).storeBytes(bytes).endCell();

describe('what a token says of itself', () => {
  it('is each text of on-chain content, and its uri', () => {
    const attributes = { uri: 'https://example.org/1', name: 'River', symbol: 'RVR', decimals: '6', image: 'i' };
    expect(read(onChainMetadata(attributes))).toEqual({ contentUri: 'https://example.org/1', attributes });
  });

  it('is an address when it is elsewhere', () => {
    expect(read(offChainMetadata('https://example.org/1'))).toEqual({
      contentUri: 'https://example.org/1',
      attributes: null,
    });
  });

  it('lacks values that are no text, and those whose name nobody knows', () => {
    const values = {
      name: text(Uint8Array.of(0xff, 0xfe)),
      symbol: new CellBuilder().storeUint(7, 8).endCell(),
      decimals: text(Buffer.from('9')),
      'a name of its own': text(Buffer.from('x')),
    };
    expect(read(withValues(values))).toEqual({ contentUri: null, attributes: { decimals: '9' } });
  });

  it('is nothing when the content is not built by TEP-64', () => {
    for (const content of [new CellBuilder().endCell(), new CellBuilder().storeUint(2, 8).endCell()]) {
      expect(read(content)).toEqual({ contentUri: null, attributes: null });
    }
  });

  it('is bounded: long values are left out, and so is what does not fit behind the others', () => {
    const long = (length: number): string => 'x'.repeat(length);
    expect(read(onChainMetadata({ name: 'River', description: long(2_049) }))).toMatchObject({
      attributes: { name: 'River' },
    });
    const { attributes } = read(onChainMetadata({ name: long(2_000), symbol: long(2_000), image: long(2_000) }));
    expect(Object.keys(attributes!)).toEqual(['name', 'symbol']);
  });
});
