import { shardDecimal } from '@tonriver/api-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { type BlockRow, type RoundRow } from '@tonriver/row-schema';
import { expect } from '@jest/globals';
import fc from 'fast-check';
import { blockRow, bytes32 } from '@tonriver/chain-reader/testing';
import type { TestGateway } from '../../testing/test-gateway.test-support.ts';
import { writeRows } from '../../testing/write-rows.test-support.ts';

const WHOLE = -(2n ** 63n);
const [LEFT, RIGHT] = [2n ** 62n, -(2n ** 62n)];
const BASES = { contract: '/api', deployed: '/toncenter/api' } as const;

export const FIRST_SEQNO = 4;
export const WATERMARK = 55;
const LAST_ROUND = 60;

/** The shards of a round: one, then two, then one again. */
function shardsOf(round: number): readonly bigint[] {
  return round > 20 && round <= 40 ? [LEFT, RIGHT] : [WHOLE];
}

/**
 * Blocks of 60 rounds, some below the range and some above the watermark, with up to three blocks of a shard in a
 * round. Some share their time, some file hashes are not known, some blocks wait for their round.
 */
function makeBlocks(): readonly BlockRow[] {
  const rows: BlockRow[] = [];
  const seqnos = new Map<bigint, number>();
  for (let round = 1; round <= LAST_ROUND; round++) {
    const at = { mcBlockSeqno: round, rowVersion: 2 ** 31 + 10 };
    const utime = 1_700_000_000 + 3 * round;
    for (const shard of shardsOf(round)) {
      for (let step = 0; step <= (round * 7 + Number(shard % 5n)) % 3; step++) {
        const seqno = Math.max(0, ...seqnos.values()) + 1;
        seqnos.set(shard, seqno);
        const startLt = BigInt(round) * 1_000_000n + BigInt(step) * 1_000n;
        rows.push(
          blockRow({
            ...at,
            workchain: 0,
            shard,
            seqno,
            genUtime: utime + Math.min(step, 1),
            startLt,
            endLt: startLt + 500n,
            rootHash: bytes32(`root ${seqno}`),
            fileHash: seqno % 11 === 0 ? null : bytes32(`file ${seqno}`),
          }),
        );
      }
    }
    const startLt = BigInt(round) * 1_000_000n + 9_000n;
    const hashes = { rootHash: bytes32(`root mc ${round}`), fileHash: bytes32(`file mc ${round}`) };
    rows.push(blockRow({ ...at, ...hashes, seqno: round, genUtime: utime + 1, startLt, endLt: startLt + 500n }));
  }
  return rows;
}

export const allBlocks = makeBlocks();

/** Blocks without a round: of a key that no block with a round has. */
const waiting = allBlocks.slice(-5).map((row) => ({
  ...row,
  seqno: row.seqno + 1_000,
  genUtime: row.genUtime - 90,
  mcBlockSeqno: null,
  rowVersion: 10,
}));

/** Writes the blocks, before that a part of them as they were while their round was not known. */
export async function writeBlocks(store: ClickHouseStore): Promise<void> {
  const stale = allBlocks.filter(({ seqno }) => seqno % 3 === 0);
  await writeRows(store, {
    blocks: stale.map((row) => ({ ...row, mcBlockSeqno: null, rowVersion: 10, genUtime: row.genUtime + 50 })),
  });
  const rounds = Array.from({ length: LAST_ROUND }, (_, index) => roundOf(index + 1));
  await writeRows(store, {
    blocks: [...allBlocks, ...waiting],
    rounds: rounds.filter(({ mcBlockSeqno }) => mcBlockSeqno >= FIRST_SEQNO),
    watermarks: [{ firstSeqno: FIRST_SEQNO, lastSeqno: WATERMARK }],
  });
}

function roundOf(mcBlockSeqno: number): RoundRow {
  const blocks = allBlocks.filter((block) => block.mcBlockSeqno === mcBlockSeqno);
  return {
    mcBlockSeqno,
    blockCount: blocks.length,
    transactionCount: 0,
    messageCount: 0,
    startLt: blocks.reduce((least, { startLt }) => (startLt < least ? startLt : least), blocks[0]!.startLt),
    endLt: blocks.reduce((most, { endLt }) => (endLt > most ? endLt : most), 0n),
    genUtime: blocks.at(-1)!.genUtime,
    isRangeStart: mcBlockSeqno === FIRST_SEQNO,
    rowVersion: 3,
  };
}

const someBlock = fc.constantFrom(...allBlocks, ...waiting);
const some = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined, freq: 2 });
const seldom = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

/** A request whose filters are mostly of one block or of two, so that many have an answer. */
const drawnRequest = fc.tuple(someBlock, someBlock).chain(([one, other]) => {
  return fc.record({
    workchain: seldom(fc.constantFrom(one.workchain, other.workchain, 7)),
    shard: seldom(fc.constantFrom(one.shard, other.shard)),
    seqno: seldom(fc.constantFrom(one.seqno, one.seqno, other.seqno, -1)),
    root_hash: seldom(fc.constant(one.rootHash)),
    file_hash: seldom(fc.constant(one.fileHash ?? bytes32('none'))),
    mc_seqno: seldom(fc.constantFrom(one.mcBlockSeqno ?? 9, one.mcBlockSeqno ?? 9, other.mcBlockSeqno ?? 9, -3)),
    start_utime: seldom(fc.constantFrom(one.genUtime, other.genUtime, -1)),
    end_utime: seldom(fc.constantFrom(one.genUtime, other.genUtime, 4_294_967_296)),
    start_lt: seldom(fc.constantFrom(one.startLt, other.startLt, other.endLt)),
    end_lt: seldom(fc.constantFrom(one.startLt, other.startLt, other.endLt)),
    limit: some(fc.integer({ min: 1, max: 40 })),
    offset: some(fc.integer({ min: 0, max: 60 })),
    sort: some(fc.constantFrom('asc', 'desc', 'A', 'd')),
  });
});

type Drawn = typeof drawnRequest extends fc.Arbitrary<infer Value> ? Value : never;

/** The answer as a filter over all blocks gives it. */
function naivePage(drawn: Drawn): readonly string[] {
  const isAscending = drawn.sort?.toLowerCase().startsWith('a') === true;
  const same = (left: Uint8Array | null, right: Uint8Array): boolean =>
    left !== null && Buffer.compare(left, right) === 0;
  const matching = allBlocks.filter(
    (row) =>
      row.mcBlockSeqno! <= WATERMARK &&
      (drawn.workchain ?? row.workchain) === row.workchain &&
      (drawn.shard ?? row.shard) === row.shard &&
      (drawn.seqno ?? row.seqno) === row.seqno &&
      (drawn.root_hash === undefined || same(row.rootHash, drawn.root_hash)) &&
      (drawn.file_hash === undefined || same(row.fileHash, drawn.file_hash)) &&
      (drawn.mc_seqno ?? row.mcBlockSeqno) === row.mcBlockSeqno &&
      (drawn.start_utime ?? 0) <= row.genUtime &&
      (drawn.end_utime ?? Infinity) >= row.genUtime &&
      (drawn.start_lt ?? 0n) <= row.startLt &&
      (drawn.end_lt ?? 2n ** 64n) >= row.startLt,
  );
  const ranked = (row: BlockRow): readonly [number, number, bigint, number] => [
    row.genUtime,
    -row.workchain,
    row.shard,
    row.seqno,
  ];
  matching.sort((left, right) => {
    const [a, b] = [ranked(left), ranked(right)];
    const at = a.findIndex((value, index) => value !== b[index]);
    return at < 0 ? 0 : a[at]! < b[at]! ? -1 : 1;
  });
  if (!isAscending) matching.reverse();
  const offset = drawn.offset ?? 0;
  return matching.slice(offset, offset + (drawn.limit ?? 100)).map(nameOf);
}

function nameOf({ workchain, shard, seqno }: Pick<BlockRow, 'workchain' | 'shard' | 'seqno'>): string {
  return `${workchain}:${shardDecimal(shard)}:${seqno}`;
}

function queryOf(drawn: Drawn): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(drawn)) {
    if (value instanceof Uint8Array) parameters.set(name, Buffer.from(value).toString('base64'));
    // A shard is read as hexadecimal first.
    else if (name === 'shard' && typeof value === 'bigint')
      parameters.set(name, BigInt.asUintN(64, value).toString(16));
    else if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.toString();
}

type Shown = readonly { readonly workchain: number; readonly shard: string; readonly seqno: number }[];

/** Compares answers to drawn requests with a filter over all blocks. Returns how many were refused, or not empty. */
export async function compareDrawnRequests(
  gateway: TestGateway,
  dialect: keyof typeof BASES,
  numRuns: number,
): Promise<{ readonly refusedShare: number; readonly filledShare: number }> {
  let [refused, filled] = [0, 0];
  await fc.assert(
    fc.asyncProperty(drawnRequest, async (drawn) => {
      const { status, json } = await gateway.request(`${BASES[dialect]}/v3/blocks?${queryOf(drawn)}`);
      if (status !== 200) {
        expect(String(json['error'])).toContain('blocks would have to be looked at');
        refused += 1;
        return;
      }
      const blocks = json['blocks'] as unknown as Shown;
      const names = blocks.map(({ workchain, shard, seqno }) =>
        dialect === 'contract'
          ? `${workchain}:${shard}:${seqno}`
          : nameOf({ workchain, shard: BigInt.asIntN(64, BigInt(`0x${shard}`)), seqno }),
      );
      expect(names).toEqual(naivePage(drawn));
      if (names.length > 0) filled += 1;
    }),
    { seed: 12, numRuns },
  );
  process.stdout.write(`blocks, ${dialect}: ${numRuns} requests, ${refused} refused, ${filled} with blocks\n`);
  return { refusedShare: refused / numRuns, filledShare: filled / numRuns };
}
