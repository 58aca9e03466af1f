import { type BlockTables, createRollback } from '@tonriver/block-rows';
import { type Network, type OpenBlockBag, shardToSigned } from '@tonriver/chain-model';
import { readingFaultOf } from '@tonriver/errors';
import { encodeParsedBlock, eventBytesOf, type EventRecord, type Topic } from '@tonriver/events';
import { type Outcome, ok, reject } from '@tonriver/stream';
import type { VersionedBlock } from '../find-turns.ts';
import { PARSER_VERSION } from '../parser-version.ts';
import { decodeBlock } from './decode-block.ts';
import { addRowsOfBlock } from './rows-of-block.ts';

export interface RowsOfRecordDependencies {
  readonly network: Pick<Network, 'name' | 'globalId'>;
  /** The topic of the announcement: one that is too large for it would stop every parser that reads the record. */
  readonly parsedRounds: Pick<Topic, 'recordBytesMax'>;
  /** Default: the version of this parser. Tests write as other parsers. */
  readonly parserVersion?: number | undefined;
  /** Default: every block is parsed here. */
  readonly openBag?: OpenBlockBag | undefined;
}

/** The result of a record. */
export interface RowsOfRecord {
  readonly block: VersionedBlock;
  /** Undefined for a block that no trace needs. */
  readonly announcement: EventRecord | undefined;
}

/**
 * Adds the rows of a record of `raw-blocks` to the tables, and returns the announcement of its block.
 *
 * This is the one place where errors become rejections. It only computes: no store, no log, no clock. Every error here,
 * expected or not, is caused by these bytes, would come again after every restart, and so rejects the record. A
 * rejected record leaves the tables as they were. Only a lack of memory is thrown.
 */
export function addRowsOfRecord(
  tables: BlockTables,
  record: Pick<EventRecord, 'value' | 'headers'>,
  { network, parsedRounds, openBag, parserVersion = PARSER_VERSION }: RowsOfRecordDependencies,
  turn = 0,
): Outcome<RowsOfRecord> {
  const rollback = createRollback(tables);
  const outcome = withinRecord((): Outcome<RowsOfRecord> => {
    const decoded = decodeBlock(record, network, openBag);
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
