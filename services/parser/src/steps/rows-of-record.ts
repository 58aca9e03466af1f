import { type BlockTables, createRollback } from '@tonriver/block-rows';
import { type Network, shardToSigned } from '@tonriver/chain-model';
import { readingFaultOf } from '@tonriver/errors';
import { encodeParsedBlock, eventBytesOf, type EventRecord, type Topic } from '@tonriver/events';
import { type Outcome, ok, reject } from '@tonriver/stream';
import type { VersionedBlock } from '../find-turns.ts';
import { PARSER_VERSION } from '../parser-version.ts';
import { decodeBlock } from './decode-block.ts';
import { addRowsOfBlock } from './rows-of-block.ts';

export interface RowsOfRecordDependencies {
  readonly network: Pick<Network, 'name' | 'globalId'>;
  /** Where the announcement goes: a record that does not fit there would stop every parser that meets it. */
  readonly parsedRounds: Pick<Topic, 'recordBytesMax'>;
  /** Absent: that of this parser. Tests write as other parsers. */
  readonly parserVersion?: number | undefined;
}

/** The result of a record. */
export interface RowsOfRecord {
  readonly block: VersionedBlock;
  /** Undefined where no trace waits for the block. */
  readonly announcement: EventRecord | undefined;
}

/**
 * A record of `raw-blocks` becomes rows in the tables and the announcement of its block.
 *
 * This is the one border between what a record may be blamed for and what it may not. Within it there is only
 * computing: no store, no log, no clock. So whatever is thrown here, foreseen or not, is thrown for these bytes, would
 * be thrown again after every restart, and rejects the record. A rejected record leaves the tables as they were. Only
 * a lack of memory escapes.
 */
export function addRowsOfRecord(
  tables: BlockTables,
  record: Pick<EventRecord, 'value' | 'headers'>,
  { network, parsedRounds, parserVersion = PARSER_VERSION }: RowsOfRecordDependencies,
  turn = 0,
): Outcome<RowsOfRecord> {
  const rollback = createRollback(tables);
  const outcome = withinRecord((): Outcome<RowsOfRecord> => {
    const decoded = decodeBlock(record, network);
    if (decoded.kind === 'reject') return decoded;
    const added = addRowsOfBlock(tables, decoded.value, { parserVersion, turn });
    if (added.kind === 'reject') return added;
    const { rowVersion, parsed } = added.value;
    const { workchain, shard, seqno } = decoded.value.block.info;
    const block = { workchain, shard: shardToSigned(shard), seqno, rowVersion };
    if (parsed === undefined) return ok({ block, announcement: undefined });
    const announcement = encodeParsedBlock(parsed);
    const bytes = eventBytesOf(announcement);
    if (bytes <= parsedRounds.recordBytesMax) return ok({ block, announcement });
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
