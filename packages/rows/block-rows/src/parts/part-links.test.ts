import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Receiver, readPartLinks, writePartLinks } from './part-links.ts';

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });

/** Hashes that repeat: of the part's own transactions and messages, and of others. */
const links = fc
  .tuple(
    fc.uniqueArray(hash, { minLength: 1, maxLength: 64, selector: String }),
    fc.array(hash, { minLength: 1, maxLength: 8 }),
  )
  .chain(([hashes, others]) => {
    const anyHash = fc.constantFrom(...hashes, ...others);
    const own = hashes.map((own) =>
      fc.record({
        hash: fc.constant(own),
        inMessageHash: fc.option(hash),
        traceId: anyHash,
        externalHash: fc.option(anyHash),
        senderHash: fc.option(anyHash),
      }),
    );
    const receiver = fc.record({
      place: fc.nat({ max: hashes.length - 1 }),
      position: fc.nat({ max: 255 }),
      hash: anyHash,
    });
    return fc.record({ own: fc.tuple(...own), receivers: fc.array(receiver, { maxLength: 20 }) });
  });

/** Hashes as hexadecimal: a Buffer equals no other array of bytes. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}

/** Parts have fewer transactions. */
const NO_PLACE = 200;

const withoutPlace = ({ position, hash }: Receiver): Omit<Receiver, 'place'> => ({ position, hash });

const noHashes = { transactionHashAt: () => undefined, inMessageHashAt: () => undefined };

describe('the links of a part', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(links, ({ own, receivers }) => {
        const read = readPartLinks(writePartLinks(own, receivers), {
          transactionHashAt: (place) => own[place]?.hash,
          inMessageHashAt: (place) => own[place]?.inMessageHash ?? undefined,
        });
        expect(plain(own.map((_, place) => read.ownAt(place)))).toEqual(
          plain(own.map(({ traceId, externalHash, senderHash }) => ({ traceId, externalHash, senderHash }))),
        );
        const places = [...new Set(receivers.map(({ place }) => place))];
        expect(plain(places.map(read.receiversAt))).toEqual(
          plain(places.map((wanted) => receivers.filter(({ place }) => place === wanted).map(withoutPlace))),
        );
        expect(read.receiversAt(NO_PLACE)).toEqual([]);
      }),
    );
  });

  it('of a later round contain the hashes of its receivers alone', () => {
    const receivers = [{ place: 3, position: 0, hash: new Uint8Array(32).fill(7) }];
    const bytes = writePartLinks([], receivers);
    expect(bytes).toHaveLength(1 + 1 + 32 + 1 + 1 + 3);
    const read = readPartLinks(bytes, noHashes);
    expect(read.ownCount).toBe(0);
    expect(read.receiversAt(3)).toEqual(receivers.map(withoutPlace));
  });

  it('do not repeat a hash that the part has itself', () => {
    const own = [1, 2].map((byte) => ({
      hash: new Uint8Array(32).fill(byte),
      inMessageHash: new Uint8Array(32).fill(10 + byte),
      traceId: new Uint8Array(32).fill(1),
      externalHash: new Uint8Array(32).fill(11),
      senderHash: byte === 2 ? new Uint8Array(32).fill(1) : null,
    }));
    expect(writePartLinks(own, []).length).toBeLessThan(32);
  });

  it('of another format, or cut off, are refused', () => {
    const bytes = writePartLinks([], [{ place: 0, position: 0, hash: new Uint8Array(32) }]);
    expect(() => readPartLinks(Uint8Array.from([9, ...bytes.slice(1)]), noHashes)).toThrow(
      expect.objectContaining({ code: 'bad_part_links' }),
    );
    for (let length = 1; length < bytes.length; length += 1) {
      expect(() => readPartLinks(bytes.slice(0, length), noHashes)).toThrow();
    }
  });
});
