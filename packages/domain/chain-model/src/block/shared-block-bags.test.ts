import { describe, expect, it } from '@jest/globals';
import { Bag, CellBuilder, writeBag } from '@tonriver/boc';
import { hashToHex } from '../primitives/hash.ts';
import { parseBlockBag } from './parse-block-bag.ts';
import { createSharedBlockBags } from './shared-block-bags.ts';

const leaf = new CellBuilder().storeUint(7, 8).endCell();
const root = new CellBuilder().storeUint(1, 8).storeRef(leaf).storeRef(leaf).endCell();
const boc = writeBag([root]);
const rootHash = hashToHex(Bag.parse(boc).hash(0));
const nowMs = (): number => 0;

describe('bags of blocks that services of one process share', () => {
  it('are given to every reader once, with the same cells and hashes as a parsed one, and then kept no longer', () => {
    const bags = createSharedBlockBags({ nowMs });
    const checked = Bag.parse(boc);
    bags.keep(checked);

    const [ofParser, ofResolver] = [bags.openBag.parser(boc, rootHash), bags.openBag.resolver(boc, rootHash)];

    for (const bag of [ofParser, ofResolver]) {
      expect(bag.table).toBe(checked.table);
      expect(hashToHex(bag.hash(bag.root))).toBe(rootHash);
      expect(bag.bytes).toEqual(parseBlockBag(boc).bytes);
    }
    expect(bags.byteLength).toBe(0);
    expect(bags.openBag.parser(boc, rootHash).table).not.toBe(checked.table);
  });

  it('have as many openings for each reader as if it had parsed the block alone', () => {
    const bags = createSharedBlockBags({ nowMs });
    const checked = Bag.parse(boc, { openingsMax: 1 });
    checked.slice(checked.root);
    bags.keep(checked);
    const alone = parseBlockBag(boc);

    const ofParser = bags.openBag.parser(boc, rootHash);
    ofParser.countOpening(alone.openingsLeft);

    expect(ofParser.openingsLeft).toBe(0);
    expect(bags.openBag.resolver(boc, rootHash).openingsLeft).toBe(alone.openingsLeft);
  });

  it('are not given for other bytes that are announced with the same root hash', () => {
    const bags = createSharedBlockBags({ nowMs });
    bags.keep(Bag.parse(boc));
    const other = writeBag([new CellBuilder().storeUint(2, 8).storeRef(leaf).storeRef(leaf).endCell()]);
    const damaged = boc.slice(0, -1);

    const bag = bags.openBag.parser(other, rootHash);

    expect(hashToHex(bag.hash(bag.root))).not.toBe(rootHash);
    expect(() => bags.openBag.parser(damaged, rootHash)).toThrow(expect.objectContaining({ name: 'BocError' }));
  });

  it('do not change when the bytes of the source change later', () => {
    const bags = createSharedBlockBags({ nowMs });
    const bytes = Uint8Array.from(boc);
    bags.keep(Bag.parse(bytes));
    bytes.fill(0);

    expect(hashToHex(bags.openBag.parser(boc, rootHash).forAnotherReader().hash(0))).toBe(rootHash);
    expect(() => bags.openBag.resolver(bytes, rootHash)).toThrow(expect.objectContaining({ name: 'BocError' }));
  });

  it('are not kept beyond the bound of bytes, nor longer than they may', () => {
    let time = 0;
    const small = createSharedBlockBags({ nowMs: () => time, bytesMax: boc.length });
    small.keep(Bag.parse(boc));
    expect(small.byteLength).toBe(0);

    const bags = createSharedBlockBags({ ageMsMax: 10, nowMs: () => time });
    const checked = Bag.parse(boc);
    bags.keep(checked);
    expect(bags.byteLength).toBeGreaterThan(boc.length);
    time = 11;

    expect(bags.openBag.parser(boc, rootHash).table).not.toBe(checked.table);
    expect(bags.byteLength).toBe(0);
  });
});
