import { readingFaultOf } from '@tonriver/errors';
import { decodeRawBlock, partitionOfSeqno, type RawBlock, type Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { type IsDone, type LogRecord, ok, type Outcome, reject } from '@tonriver/stream';
import type { BlockNames } from './apply-round.ts';
import type { RefusedBlock } from './decode-block.ts';
import { faultOfRawBlock } from './raw-block-fault.ts';
import type { Resolver } from './resolver.ts';
import type { RecordPlace, RoundQueue } from './round-queue.ts';

export interface PlaceBlockDependencies {
  readonly resolver: Pick<Resolver, 'isDone' | 'isOpenFor' | 'addPartial'>;
  readonly queue: Pick<RoundQueue, 'add' | 'pass'>;
}

/**
 * Puts a block to where it waits for its turn.
 *
 * @returns tells whether it is resolved
 */
export function placeBlock(raw: RawBlock, place: RecordPlace, { resolver, queue }: PlaceBlockDependencies): IsDone {
  const { round } = raw;
  if (round !== null && !resolver.isDone(round.seqno)) {
    const { seqno } = round;
    queue.add(raw, round, place);
    return () => resolver.isDone(seqno);
  }
  if (round !== null) {
    queue.pass(raw, round, place);
    if (!resolver.isOpenFor(raw)) return () => true;
  }
  const block = resolver.addPartial(raw);
  return () => block.isDone;
}

/** Says that a block of a round cannot be read. */
export function refusalLog(logger: Logger) {
  return ({ workchain, shard, seqno, round }: BlockNames, { code, refusal }: RefusedBlock): void => {
    const text = 'A block cannot be read; its round waits for another copy of it until the log has gone on';
    logger.error(text, { workchain, shard, seqno, round: round?.seqno, code, refusal });
  };
}

/**
 * The block of a record. What is no block of this network is rejected, and left to the parser, which buries it.
 * Computes and nothing else: whatever is thrown is the fault of the record.
 */
export function readRecord(
  record: LogRecord,
  network: { readonly globalId: number },
  topic: Pick<Topic, 'partitions'>,
): Outcome<RawBlock> {
  try {
    const raw = decodeRawBlock(record);
    const fault = faultOfRawBlock(raw, network) ?? faultOfPartition(raw, record, topic);
    return fault === undefined ? ok(raw) : reject('wrong_record', fault);
  } catch (error) {
    const { code, cause } = readingFaultOf(error);
    return reject(code, cause);
  }
}

/** All of a round lies in one partition: what lies in another is none of it, whoever sent it. */
function faultOfPartition({ round }: RawBlock, { partition }: LogRecord, { partitions }: Pick<Topic, 'partitions'>) {
  if (round === null) return undefined;
  const own = partitionOfSeqno(round.seqno, partitions);
  return own === partition ? undefined : `round ${round.seqno} lies in partition ${own}`;
}
