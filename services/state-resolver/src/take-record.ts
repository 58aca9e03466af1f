import type { LogRecord } from '@tonriver/event-log';
import { readingFaultOf } from '@tonriver/errors';
import { decodeRawBlock, type RawBlock } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import type { RefusedBlock } from './decode-block.ts';
import { faultOfRawBlock } from './raw-block-fault.ts';
import type { Resolver } from './resolver.ts';
import type { RoundQueue } from './round-queue.ts';

export interface TakeRecordDependencies {
  readonly network: { readonly globalId: number };
  readonly resolver: Pick<Resolver, 'isDone' | 'addLoose'>;
  readonly queue: Pick<RoundQueue, 'add'>;
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
  { network, resolver, queue, logger }: TakeRecordDependencies,
): () => boolean {
  const { partition, offset } = record;
  const raw = readRecord(record, network);
  if ('refusal' in raw) {
    logger.error('A record of raw blocks is refused', { partition, offset, ...raw });
    return () => true;
  }
  if (raw.round === null) {
    const block = resolver.addLoose(raw);
    return () => block.isDone;
  }
  const { seqno } = raw.round;
  if (resolver.isDone(seqno)) return () => true;
  queue.add(raw, raw.round, { partition, offset });
  return () => resolver.isDone(seqno);
}

/** Computes and nothing else: whatever is thrown is the fault of the record. */
function readRecord(record: LogRecord, network: { readonly globalId: number }): RawBlock | RefusedBlock {
  try {
    const raw = decodeRawBlock(record);
    const refusal = faultOfRawBlock(raw, network);
    return refusal === undefined ? raw : { refusal, code: 'wrong_record' };
  } catch (error) {
    const { code, cause } = readingFaultOf(error);
    return { refusal: cause, code };
  }
}
