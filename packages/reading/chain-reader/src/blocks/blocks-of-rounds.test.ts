import { expect, it } from '@jest/globals';
import { blocksTable, RowBinaryWriter } from '@tonriver/row-schema';
import { blockRow } from '../testing/rows.test-support.ts';
import { createBlocksOfRounds } from './blocks-of-rounds.ts';

const bounds = { keysMax: 100, queriesMax: 1, waitingKeysMax: 1000 };

/** The row of `round_blocks` of the block of a round with this place. */
function storedBlock(round: number, seqno: number, blockCount: number) {
  const writer = new RowBinaryWriter(1024);
  blocksTable.encode(writer, blockRow({ seqno, mcBlockSeqno: round }));
  return { mcBlockSeqno: round, blockCount, block: writer.bytes() };
}

function reading(stored: readonly ReturnType<typeof storedBlock>[]) {
  const queries: string[] = [];
  let release = 'one';
  const select = async (_columns: unknown, sql: string) => {
    queries.push(sql);
    const ranges = [...sql.matchAll(/BETWEEN (\d+) AND (\d+)/g)].map(([, first, last]) => [
      Number(first),
      Number(last),
    ]);
    return stored.filter(({ mcBlockSeqno }) =>
      ranges.some(([first = 0, last = 0]) => first <= mcBlockSeqno && mcBlockSeqno <= last),
    );
  };
  const rounds = createBlocksOfRounds({
    store: { select: select as never },
    bounds,
    cachePrefix: () => release,
  });
  const seqnosOf = async (round: number) => (await rounds.read(round))?.map(({ seqno }) => seqno);
  return {
    queries,
    seqnosOf,
    deploy: (name: string) => {
      release = name;
    },
  };
}

it('neighbouring rounds are read together and remembered until another release comes', async () => {
  const { queries, seqnosOf, deploy } = reading([
    storedBlock(40, 1, 2),
    storedBlock(40, 2, 2),
    storedBlock(41, 3, 1),
    storedBlock(70, 4, 1),
  ]);
  expect([await seqnosOf(40), await seqnosOf(41), await seqnosOf(40)]).toEqual([[1, 2], [3], [1, 2]]);
  expect(queries).toHaveLength(1);
  expect(await seqnosOf(70)).toEqual([4]);
  expect(queries).toHaveLength(2);
  deploy('two');
  expect(await seqnosOf(41)).toEqual([3]);
  expect(queries).toHaveLength(3);
});

it('a row that is there twice counts once', async () => {
  const { seqnosOf } = reading([storedBlock(5, 1, 1), storedBlock(5, 1, 1)]);
  expect(await seqnosOf(5)).toEqual([1]);
});

it.each([
  ['of which a block is missing', [storedBlock(5, 1, 2)]],
  ['of an older parser', [{ mcBlockSeqno: 5, blockCount: 0, block: new Uint8Array() }]],
  [
    'with a block of an older parser',
    [storedBlock(5, 1, 2), { mcBlockSeqno: 5, blockCount: 0, block: new Uint8Array() }],
  ],
  ['that is not stored', []],
])('a round %s is not told, and is read again at the next request', async (_, stored) => {
  const { queries, seqnosOf } = reading([storedBlock(4, 9, 1), ...stored]);
  for (const count of [1, 2]) {
    expect(await seqnosOf(5)).toBeUndefined();
    expect(queries).toHaveLength(count);
  }
});
