import { describe, expect, it } from '@jest/globals';
import { contract } from '../../dialects/contract.ts';
import type { ReadingContext } from '../endpoint-definition.ts';
import type { TraceFilters } from './trace-request.ts';
import { namedTraces } from './traces-of-hashes.ts';

const HASH = 'AB'.repeat(32);

describe('traces of a message that was accepted very often', () => {
  /** How many places were read at once. */
  const atOnce: number[] = [];
  const contextOf = (placeCount: number): ReadingContext => {
    const places = Array.from({ length: placeCount }, (_, lt) => {
      return { workchain: 0, shard: 1n, seqno: 1, lt: BigInt(lt), direction: 'in', position: 0, isNorm: true };
    });
    const reader = {
      walking: { run: (work: () => unknown) => work() },
      messagePlaces: { getMany: async () => [places] },
      records: {
        async atPlaces(some: readonly unknown[]) {
          atOnce.push(some.length);
          return some.map(() => []);
        },
      },
      traceIds: { getMany: async () => [] },
      traceBeginnings: { getMany: async () => [] },
      requiredRows: { requiredOf: async () => [], checkMissing: async () => undefined },
    };
    return { dialect: contract, reader, visibility: { indexedSeqno: 1 } } as unknown as ReadingContext;
  };
  const filters = { messageHashes: [HASH] } as unknown as TraceFilters;

  it('are refused when more than 5,000 transactions would have to be read', async () => {
    await expect(namedTraces(contextOf(5_001), filters)).rejects.toMatchObject({ code: 'bad_request' });
    expect(atOnce).toEqual([]);
  });

  it('are read some at a time', async () => {
    const named = await namedTraces(contextOf(1_200), filters);
    expect(atOnce).toEqual([500, 500, 200]);
    expect(named).toEqual({ traceIds: [], transactions: new Set() });
  });
});
