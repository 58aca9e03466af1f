import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeRoundTraces, encodeRoundTraces, type FinishedTrace, type RoundTraces } from './index.ts';

const hash = Buffer.alloc(32, 7).toString('base64');

const trace: FinishedTrace = {
  traceId: hash,
  externalHash: hash,
  externalHashNorm: null,
  seqnoStart: 41,
  startLt: '0',
  startUtime: 1_700_000_000,
  seqnoEnd: 42,
  endLt: '18446744073709551615',
  endUtime: 0xffff_ffff,
  state: 'complete',
  nodes: 3,
  edges: 2,
  blocks: [
    { round: 41, workchain: 0, shard: '-9223372036854775808', seqno: 7, indexes: [0, 5] },
    { round: 42, workchain: -1, shard: '9223372036854775807', seqno: 0xffff_ffff, indexes: [1] },
  ],
};

const round: RoundTraces = { round: 42, range: 40, part: 0, isLast: true, traceCount: 2, partitions: 4, traces: [] };

const decode = (value: unknown): RoundTraces => decodeRoundTraces({ value: Buffer.from(JSON.stringify(value)) });

/** The trace with another value of one member, or of one of its first block. */
const withMember = (name: string, value: unknown): unknown => ({ ...trace, [name]: value });
const withPlace = (name: string, value: unknown): unknown =>
  withMember('blocks', [trace.blocks![1], { ...trace.blocks![0], [name]: value }]);

describe('A record of traces', () => {
  it('is read as it was written', () => {
    const written = { ...round, traces: [trace, { ...trace, blocks: null, state: 'broken' as const }] };
    expect(decodeRoundTraces(encodeRoundTraces(written))).toEqual(written);
  });

  const notHashes = [undefined, 7, '', hash.slice(1), `${hash}=`, hash.replace('=', '!')];
  const notNumbers = [undefined, null, '1', -1, 0.5, 2 ** 32, {}];
  const notLts = [undefined, 5, '', '-1', '1.0', '18446744073709551616', '1'.repeat(21)];
  it.each([
    ...notHashes.map((value) => ['traceId', value] as const),
    ['traceId', null],
    ...notHashes.map((value) => ['externalHash', value] as const),
    ...notHashes.map((value) => ['externalHashNorm', value] as const),
    ...['seqnoStart', 'startUtime', 'seqnoEnd', 'endUtime', 'nodes', 'edges'].flatMap((name) =>
      notNumbers.map((value) => [name, value] as const),
    ),
    ...['startLt', 'endLt'].flatMap((name) => notLts.map((value) => [name, value] as const)),
    ...[undefined, null, 'whole', 1].map((value) => ['state', value] as const),
    ...[undefined, [], {}, [null], [[]], 'all'].map((value) => ['blocks', value] as const),
  ])('is refused with %s %j, and the error names the member', (name, value) => {
    expect(() => decode({ ...round, traces: [trace, withMember(name, value)] })).toThrow(
      expect.objectContaining({ code: 'bad_value', message: expect.stringContaining(`Not a finished trace: ${name}`) }),
    );
  });

  it.each([
    ...['round', 'seqno'].flatMap((name) => notNumbers.map((value) => [name, value] as const)),
    ...[undefined, null, '0', 0.5, 2 ** 31, -(2 ** 31) - 1].map((value) => ['workchain', value] as const),
    ...[undefined, 8, '', '8000000000000000f', '9223372036854775808', '-9223372036854775809'].map(
      (value) => ['shard', value] as const,
    ),
    ...[undefined, null, [], [-1], [1, null], ['1'], {}].map((value) => ['indexes', value] as const),
  ])('is refused with the place %s %j', (name, value) => {
    expect(() => decode({ ...round, traces: [withPlace(name, value)] })).toThrow(
      expect.objectContaining({ code: 'bad_value', message: expect.stringContaining('Not a finished trace: blocks') }),
    );
  });

  it('is refused with a typed error, whatever JSON is in its place, or in that of its traces', () => {
    const anyTraces = fc.array(fc.jsonValue(), { minLength: 1 }).map((traces) => ({ ...round, traces }));
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), anyTraces), (value) => {
        expect(() => decode(value)).toThrow(expect.objectContaining({ code: 'bad_value' }));
      }),
    );
  });
});
