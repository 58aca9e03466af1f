import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type CellStore, createScratchStore, openCellStore } from '@tonriver/cell-store';
import { hashToHex, shardToHex } from '@tonriver/chain-model';
import type { LogRecord } from '@tonriver/stream';
import { encodeRawBlock } from '@tonriver/events';
import { inPartitions, type RecordsTaken, takeRecords } from '@tonriver/state-resolver/testing';
import { WrongResult } from '../read-cells.ts';
import { type ChainBlock, entryChain } from './entry-chain.ts';
import type { RecordCase } from './record-case.ts';

/** How a record ended at the resolver. */
interface ResolverEnding {
  /** A state was resolved; or there was a refusal; or it waits for a round that its headers name. */
  readonly kind: 'state' | 'refusal' | 'known' | 'waits';
  /** How its block and those beside it were resolved, and codes of refusals. */
  readonly details: readonly string[];
}

export interface ResolverEntry {
  deliver(record: RecordCase): Promise<ResolverEnding>;
  close(): Promise<void>;
}

type Record = Pick<LogRecord, 'key' | 'value' | 'headers'>;

/** Everything before a round of the chain, as a resolver had it when it stopped there. */
interface Stage {
  readonly cells: CellStore;
  /** The round's own records, by their index. */
  readonly records: readonly Record[];
}

/** The share of cases with a valid next round in the partition: the log goes on behind a rejected record. */
const nextRoundShare = 0.25;

/**
 * Single records through the real service, over a log with several partitions and real stores: one for each round of
 * the chain, at which the cells of all states before the round are durable. After each case the store is as it was.
 */
export async function openResolverEntry(directory: string): Promise<ResolverEntry> {
  const { network, initialStates, rounds } = entryChain();
  const recordsOf = rounds.map((round) => round.map(recordOf));
  const stages = new Map<number, Stage>();
  for (const [index, records] of recordsOf.entries()) {
    const seqno = index + 1;
    const cells = await openStage(directory, seqno);
    const before = recordsOf.slice(0, index).flat();
    const taken = await takeRecords({ cells, network, initialStates, isDurable: true }, inPartitions(before));
    if (taken.refusals.length > 0 || taken.isDone.includes(false)) throw new WrongResult('The chain is not honest');
    stages.set(seqno, { cells, records });
  }
  const nothing = createScratchStore();

  async function deliver(record: RecordCase): Promise<ResolverEnding> {
    const { seed, headers, key, value, random } = record;
    const stage = seed.round === undefined ? undefined : stages.get(seed.round.seqno);
    if (stage === undefined || seed.round === undefined) return deliverAlone(record);
    const { cells } = stage;
    const { seqno, index } = seed.round;
    const others = othersOf(record, stage.records, index);
    const goesOn = random.chance(nextRoundShare);
    const next = goesOn ? (stages.get(seqno + 2)?.records ?? []) : [];
    try {
      const known = { cells, network, initialStates: seqno === 1 ? initialStates : [] };
      const own = { key, value, headers: seqno === 1 ? asStart(headers) : headers };
      const taken = await takeRecords(known, inPartitions([own, ...others, ...next]));
      checkStates(cells, taken);
      return endingOf(taken, record.isInItsRound);
    } finally {
      cells.discard();
    }
  }

  /** A block of which nothing is known before. */
  async function deliverAlone({ seed, headers, key, value, isInItsRound }: RecordCase): Promise<ResolverEnding> {
    const { globalId } = seed.block;
    try {
      const unknown = { cells: nothing, network: { ...network, globalId }, initialStates: [] };
      const own = { key, value, headers: asStart(headers) };
      return endingOf(await takeRecords(unknown, inPartitions([own])), isInItsRound);
    } finally {
      nothing.discard();
    }
  }

  return {
    deliver,
    async close() {
      for (const { cells } of stages.values()) await cells.close();
    },
  };
}

function othersOf({ company }: RecordCase, records: readonly Record[], own: number): readonly Record[] {
  if (company === 'round') return records.filter((_, index) => index !== own);
  if (company === 'none') return [];
  // The masterchain block says that the round has only these two.
  const [masterchain] = records as [Record];
  return [{ ...masterchain, headers: { ...masterchain.headers, 'round-blocks': '2' } }];
}

function recordOf({ block: { workchain, shard, seqno, rootHash, boc }, round }: ChainBlock): Record {
  const names = { workchain, shard: shardToHex(shard), seqno, rootHash: hashToHex(rootHash) };
  return encodeRawBlock({ ...names, fileHash: null, round, boc });
}

async function openStage(directory: string, seqno: number): Promise<CellStore> {
  const path = join(directory, `cells-${seqno}`);
  mkdirSync(path, { recursive: true });
  return openCellStore({ directory: path });
}

/** Checks that states which count as whole have no holes. */
function checkStates(cells: CellStore, { ranges }: RecordsTaken): void {
  for (const { tops } of ranges) {
    for (const { hash } of tops) {
      if (!cells.isComplete(Buffer.from(hash, 'hex'))) throw new WrongResult('A whole state has a hole');
    }
  }
}

function endingOf({ isDone, refusals, modes, unlinked }: RecordsTaken, mustEnd: boolean): ResolverEnding {
  const details = [...refusals, ...modes, ...unlinked.map(() => 'unlinked')];
  // A refused block of a round lets its offset move when the log has gone on.
  if (isDone[0] !== true && refusals.length === 0) {
    if (mustEnd) throw new WrongResult('A record in its own round has not ended');
    return { kind: 'waits', details };
  }
  if (refusals.length > 0) return { kind: 'refusal', details };
  return { kind: modes.length > 0 ? 'state' : 'known', details };
}

/** Nothing is known before it: a range has to begin with it. */
function asStart(headers: Record['headers']): Record['headers'] {
  return { 'round-start': '1', ...headers };
}
