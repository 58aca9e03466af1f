import { describe, expect, it } from '@jest/globals';
import { Bag, BocError, type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import fc from 'fast-check';
import { constructorsOf, knownTags } from './body-registry.ts';
import { decodeBodyText } from './body-text.ts';
import { decodeBody } from './decode-body.ts';
import { renderContract } from './render-contract.ts';
import { renderDeployed } from './render-deployed.ts';
import type { Constructor } from './schema-language.ts';
import { signedConstructors } from './schemas/signed-wallets.ts';
import { createRandom, sampleBody } from './testing/sample-body.ts';

const constructors = [...knownTags.flatMap((tag) => constructorsOf(tag)), ...signedConstructors];
const kinds = ['decoded', 'empty', 'unknown'];

function expectTotal(bag: Bag): void {
  const decoding = decodeBody(bag);
  expect(kinds).toContain(decoding.kind);
  for (const place of ['message', 'decode'] as const) {
    expect(typeof JSON.stringify(renderDeployed(decoding, { place }))).toBe('string');
    JSON.stringify(renderContract(decoding, { place }));
  }
}

/** A random body of a constructor; undefined if it would not fit into a cell. */
function sampleCell(constructor: Constructor, seed: number): Cell | undefined {
  try {
    return sampleBody(constructor, createRandom(seed)).cell;
  } catch (error) {
    if (error instanceof BocError && error.code === 'cell_overflow') return undefined;
    throw error;
  }
}

/** Without the checksum, so that a changed byte reaches the decoder. */
function sampleBytes(index: number, seed: number): Uint8Array | undefined {
  const cell = sampleCell(constructors[index % constructors.length]!, seed);
  return cell === undefined ? undefined : writeBag([cell], { crc: false });
}

describe('decoding and rendering', () => {
  it('never throws, whatever bytes of a good body are changed', () => {
    let reached = 0;
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 1, max: 1_000 }),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 4 }),
        (index, seed, changes) => {
          const bytes = sampleBytes(index, seed)?.slice();
          if (bytes === undefined) return;
          for (const [at, change] of changes) bytes[at % bytes.length]! ^= change;
          expect(kinds).toContain(decodeBodyText(Buffer.from(bytes).toString('hex')).kind);
          let bag: Bag;
          try {
            bag = Bag.parse(bytes);
          } catch (error) {
            if (error instanceof BocError) return;
            throw error;
          }
          if (bag.roots.length !== 1) return;
          reached += 1;
          expectTotal(bag);
        },
      ),
      { numRuns: 6_000 },
    );

    expect(reached).toBeGreaterThan(2_000);
  });

  it('never throws on a body that is cut off or goes on too long', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 1_000 }), fc.nat({ max: 1_023 }), (index, seed, kept) => {
        const cell = sampleCell(constructors[index % constructors.length]!, seed);
        if (cell === undefined) return;
        const builder = new CellBuilder().storeBits(cell.bits, Math.min(kept, cell.bitLength));
        for (const ref of cell.refs.slice(0, kept % 5)) builder.storeRef(ref);
        expectTotal(Bag.of(builder.endCell()));
      }),
      { numRuns: 6_000 },
    );
  });

  it('never throws on a body of any constructor, wherever it is cut off', () => {
    for (const constructor of constructors) {
      const cell = sampleCell(constructor, 1);
      if (cell === undefined) continue;
      for (let kept = 32; kept < cell.bitLength; kept += 29) {
        const builder = new CellBuilder().storeBits(cell.bits, kept);
        for (const ref of cell.refs.slice(0, kept % (cell.refs.length + 1))) builder.storeRef(ref);
        expectTotal(Bag.of(builder.endCell()));
      }
    }
  });

  it('never throws on any bits after any known tag', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...knownTags),
        fc.uint8Array({ maxLength: 120 }),
        fc.uint8Array({ maxLength: 100 }),
        (tag, bytes, inner) => {
          const ref = new CellBuilder().storeBytes(inner).endCell();
          expectTotal(Bag.of(new CellBuilder().storeUint(tag, 32).storeBytes(bytes).storeRef(ref).endCell()));
        },
      ),
      { numRuns: 6_000 },
    );
  });
});
