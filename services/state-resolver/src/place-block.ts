import { readingFaultOf } from '@tonriver/errors';
import { decodeRawBlock, partitionOfSeqno, type RawBlock, type Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { type IsDone, type LogRecord, ok, type Outcome, reject } from '@tonriver/stream';
import type { AnnouncedBlock } from './apply-round.ts';
import type { RefusedBlock } from './decode-block.ts';
import { faultOfRawBlock } from './raw-block-fault.ts';
import type { Resolver } from './resolver.ts';
import type { RoundQueue } from './round-queue.ts';
import type { RecordPlace } from './waiting-round.ts';

export interface PlaceBlockDependencies {
  readonly resolver: Pick<Resolver, 'isDone' | 'isRoundOpenFor' | 'addPartial'>;
  readonly queue: Pick<RoundQueue, 'add' | 'noteDone'>;
}

/**
 * Puts a block where it waits for its turn: with its round, or among the partial blocks when it has no round or its
 * round is done.
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
    queue.noteDone(raw, round, place);
    if (!resolver.isRoundOpenFor(raw)) return () => true;
  }
  const block = resolver.addPartial(raw);
  return () => block.isDone;
}

/** Returns what logs that a block of a round cannot be read. */
export function refusalLog(logger: Logger) {
  return ({ workchain, shard, seqno, round }: AnnouncedBlock, { code, refusal }: RefusedBlock): void => {
    const text = 'A block cannot be read; its round waits for another copy of it until the log has gone on';
    logger.error(text, { workchain, shard, seqno, round: round?.seqno, code, refusal });
  };
}

/**
 * Reads the block of a record. Rejects anything that is not a block of this network; the parser makes a dead letter of
 * it. Only computes, so every error is the fault of the record.
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

/**
 * Says why a record does not belong to its partition: all records of a round lie in one, which follows from its seqno.
 */
function faultOfPartition({ round }: RawBlock, { partition }: LogRecord, { partitions }: Pick<Topic, 'partitions'>) {
  if (round === null) return undefined;
  const own = partitionOfSeqno(round.seqno, partitions);
  return own === partition ? undefined : `round ${round.seqno} lies in partition ${own}`;
}
