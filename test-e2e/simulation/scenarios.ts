import { generateWorkload } from '@tonriver/chain-workload';
import { type Network, shardToHex } from '@tonriver/chain-model';
import {
  decodeRawBlock,
  encodeRawBlock,
  type EventRecord,
  partitionOfSeqno,
  type RawBlock,
  topicsOf,
} from '@tonriver/events';
import type { InitialStateFile } from '@tonriver/state-resolver/service';
import { olderAnnouncements } from './older-announcements.ts';
import { integerBelow, oneOf, type Random, shuffled } from './random.ts';
import type { ChangedPorts } from './changed-ports.ts';

/** Of the chain that seeds are played with. */
export const ROUNDS = 10;
const PARTITIONS = 2;
/** Rounds of which only a second record says that a range begins there. */
const LATE_STARTS: readonly number[] = [2, 3, 4, 6, 7, 9, 10];
export const topics = topicsOf('simulated', { rawPartitions: PARTITIONS });

export type ScenarioName = 'whole' | 'several starts' | 'late starts' | 'partial' | 'older parser';

/** Records that are published, and the services that read them. */
export interface Scenario {
  readonly name: ScenarioName;
  /** The state-resolver reads too. Where ranges begin apart its rows depend on which came first, as it promises. */
  readonly hasResolver: boolean;
  /** In the order of an undisturbed run: a list for each thing that is sent at once. */
  readonly records: readonly (readonly PublishedRecord[])[];
  /** Of a service that does something else as well. */
  readonly changedPorts?: ChangedPorts;
}

export interface PublishedRecord extends EventRecord {
  readonly partition: number;
}

export interface SimulatedChain {
  readonly network: Network;
  readonly initialStates: readonly InitialStateFile[];
  readonly scenarios: Readonly<Record<ScenarioName, Scenario>>;
}

/** As small as a chain can be that has splits, merges, key blocks, and traces over several rounds and shards. */
const chainOptions = {
  seed: 'simulation',
  transactionsPerRound: 2,
  accounts: 6,
  shardsMax: 2,
  splitMergeRate: 0.6,
  keyBlockEvery: 6,
  network: { validatorCount: 2, masterchainValidatorCount: 1 },
};

interface ChainOptions {
  readonly roundCount?: number;
  /** Where ranges begin in the scenario with several starts. */
  readonly starts?: readonly number[];
}

/** The chain and everything that is published of it: made once for many runs. */
export function simulatedChain({ roundCount = ROUNDS, starts = [1, 4, 5, 8] }: ChainOptions = {}): SimulatedChain {
  const workload = generateWorkload({ ...chainOptions, rounds: roundCount });
  const rounds = [...workload.rounds()].map(({ seqno, blocks }) => ({
    seqno,
    // The masterchain block comes first, as the fetcher publishes it.
    blocks: blocks.toSorted((left, right) => Number(left.workchain !== -1) - Number(right.workchain !== -1)),
  }));
  const record = (raw: RawBlock): PublishedRecord => ({
    partition: partitionOfSeqno(raw.round?.seqno ?? raw.seqno, PARTITIONS),
    ...encodeRawBlock(raw),
  });
  type Block = (typeof rounds)[number]['blocks'][number];
  const rawOf = ({ workchain, shard, seqno, rootHash, fileHash, boc }: Block): Omit<RawBlock, 'round'> => ({
    workchain,
    shard: shardToHex(shard),
    seqno,
    rootHash: Buffer.from(rootHash).toString('hex'),
    fileHash: Buffer.from(fileHash).toString('hex'),
    boc,
  });
  const published = (rangeStarts: readonly number[]): PublishedRecord[][] =>
    rounds.map(({ seqno, blocks }) =>
      blocks.map((block, index) => {
        const round = { seqno, index, blockCount: blocks.length, isRangeStart: rangeStarts.includes(seqno) };
        return record({ ...rawOf(block), round });
      }),
    );
  const startsAgain = published(LATE_STARTS).filter((_, index) => LATE_STARTS.includes(index + 1));
  const alone = rounds
    .filter(({ seqno }) => seqno % 3 === 0)
    .flatMap(({ blocks }) => blocks)
    .map((block) => [record({ ...rawOf(block), round: null })]);
  const { masterchain, basechain } = workload.zeroStates;
  return {
    network: {
      name: 'simulated',
      globalId: workload.options.network.globalId,
      zeroStateRootHash: masterchain.rootHash,
      zeroStateFileHash: masterchain.fileHash,
    },
    initialStates: [masterchain, basechain].map(({ boc }, index) => ({
      origin: `zero state ${index}`,
      isOptional: false,
      read: () => boc,
    })),
    scenarios: {
      whole: { name: 'whole', hasResolver: true, records: published([1]) },
      'several starts': { name: 'several starts', hasResolver: false, records: published(starts) },
      'late starts': { name: 'late starts', hasResolver: false, records: [...published([1]), ...startsAgain] },
      partial: { name: 'partial', hasResolver: false, records: [...alone, ...published([1])] },
      'older parser': {
        name: 'older parser',
        hasResolver: false,
        records: published([1]),
        changedPorts: olderAnnouncements(topics.parsedRounds, (round) => round % 3 === 0),
      },
    },
  };
}

/**
 * An order in which a scenario's records may come, a round whole each time: some again at the end, all of them in any
 * order, or each again right behind its first time.
 */
export function publishedOrder(random: Random, { records }: Scenario): (readonly PublishedRecord[])[] {
  const again = Array.from({ length: integerBelow(random, 7) }, () => oneOf(random, records));
  const all = [...records, ...again];
  return oneOf(random, [
    () => [...records, ...shuffled(random, again)],
    () => shuffled(random, all),
    () => all.toSorted((left, right) => roundOf(left) - roundOf(right)),
  ])();
}

function roundOf([first]: readonly PublishedRecord[]): number {
  return decodeRawBlock(first!).round?.seqno ?? 0;
}
