import type { LogRecord } from '@tonriver/stream';
import { readingFaultOf } from '@tonriver/errors';
import { decodeRawBlock, partitionOfSeqno, type RawBlock, type Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import type { BlockNames } from './apply-round.ts';
import type { RefusedBlock } from './decode-block.ts';
import { faultOfRawBlock } from './raw-block-fault.ts';
import type { Resolver } from './resolver.ts';
import type { RoundQueue } from './round-queue.ts';

export interface TakeRecordDependencies {
  readonly network: { readonly globalId: number };
  readonly topic: Pick<Topic, 'partitions'>;
  readonly resolver: Pick<Resolver, 'isDone' | 'isOpenFor' | 'addLoose'>;
  readonly queue: Pick<RoundQueue, 'add' | 'pass'>;
  readonly logger: Logger;
}

/**
 * Takes a record of `raw-blocks` to where it waits for its turn. What is not a block of this network is left to the
 * parser, which buries it.
 *
 * @returns tells whether the record's block is resolved
 */
export function takeRecord(
  record: LogRecord,
  { network, topic, resolver, queue, logger }: TakeRecordDependencies,
): () => boolean {
  const { partition, offset } = record;
  const raw = readRecord(record, network, topic);
  if ('refusal' in raw) {
    logger.error('A record of raw blocks is refused', { partition, offset, ...raw });
    return () => true;
  }
  const { round } = raw;
  if (round !== null && !resolver.isDone(round.seqno)) {
    const { seqno } = round;
    queue.add(raw, round, { partition, offset });
    return () => resolver.isDone(seqno);
  }
  if (round !== null) {
    queue.pass(raw, round, { partition, offset });
    if (!resolver.isOpenFor(raw)) return () => true;
  }
  const block = resolver.addLoose(raw);
  return () => block.isDone;
}

/** Says that a block of a round cannot be read. */
export function refusalLog(logger: Logger) {
  return ({ workchain, shard, seqno, round }: BlockNames, { code, refusal }: RefusedBlock): void => {
    const text = 'A block cannot be read; its round waits for another copy of it until the log has gone on';
    logger.error(text, { workchain, shard, seqno, round: round?.seqno, code, refusal });
  };
}

/** Computes and nothing else: whatever is thrown is the fault of the record. */
function readRecord(
  record: LogRecord,
  network: { readonly globalId: number },
  topic: Pick<Topic, 'partitions'>,
): RawBlock | RefusedBlock {
  try {
    const raw = decodeRawBlock(record);
    const refusal = faultOfRawBlock(raw, network) ?? faultOfPartition(raw, record, topic);
    return refusal === undefined ? raw : { refusal, code: 'wrong_record' };
  } catch (error) {
    const { code, cause } = readingFaultOf(error);
    return { refusal: cause, code };
  }
}

/** All of a round lies in one partition: what lies in another is none of it, whoever sent it. */
function faultOfPartition({ round }: RawBlock, { partition }: LogRecord, { partitions }: Pick<Topic, 'partitions'>) {
  if (round === null) return undefined;
  const own = partitionOfSeqno(round.seqno, partitions);
  return own === partition ? undefined : `round ${round.seqno} lies in partition ${own}`;
}
