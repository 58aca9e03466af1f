import { type BlockTables, markTables } from '@tonriver/block-rows';
import type { Network } from '@tonriver/chain-model';
import { readingFaultOf } from '@tonriver/errors';
import { encodeParsedBlock, eventBytesOf, type EventRecord, type Topic } from '@tonriver/events';
import { type Outcome, ok, reject } from '@tonriver/stream';
import { decodeBlock } from './decode-block.ts';
import { addRowsOfBlock } from './rows-of-block.ts';

export interface RowsOfRecordDependencies {
  readonly network: Pick<Network, 'name' | 'globalId'>;
  /** Where the announcement goes: a record that does not fit there would stop every parser that meets it. */
  readonly parsedRounds: Pick<Topic, 'recordBytesMax'>;
}

/**
 * A record of `raw-blocks` becomes rows in the tables and the announcement of its block; no announcement where no trace
 * waits for the block.
 *
 * This is the one border between what a record may be blamed for and what it may not. Within it there is only
 * computing: no store, no log, no clock. So whatever is thrown here, foreseen or not, is thrown for these bytes, would
 * be thrown again after every restart, and rejects the record. A rejected record leaves the tables as they were. Only
 * a lack of memory escapes.
 */
export function addRowsOfRecord(
  tables: BlockTables,
  record: Pick<EventRecord, 'value' | 'headers'>,
  { network, parsedRounds }: RowsOfRecordDependencies,
): Outcome<EventRecord | undefined> {
  const rollback = markTables(tables);
  const outcome = withinRecord(() => {
    const decoded = decodeBlock(record, network);
    if (decoded.kind === 'reject') return decoded;
    const added = addRowsOfBlock(tables, decoded.value);
    if (added.kind === 'reject' || added.value === undefined) return added as Outcome<undefined>;
    const announcement = encodeParsedBlock(added.value);
    const bytes = eventBytesOf(announcement);
    if (bytes <= parsedRounds.recordBytesMax) return ok(announcement);
    const text = `its announcement would take ${bytes} bytes, more than the ${parsedRounds.recordBytesMax} of a record`;
    return reject('announcement_too_large', text);
  });
  if (outcome.kind === 'reject') rollback();
  return outcome;
}

function withinRecord<Value>(step: () => Outcome<Value>): Outcome<Value> {
  try {
    return step();
  } catch (error) {
    const { code, cause } = readingFaultOf(error);
    return reject(code, cause);
  }
}
