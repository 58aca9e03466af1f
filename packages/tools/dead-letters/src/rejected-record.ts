import { type DeadLetter, decodeDeadLetter, leftOutBytesOf } from '@tonriver/events';
import type { LogRecord } from '@tonriver/stream';

/** A record that could not be processed and was not sent again yet. */
export interface RejectedRecord {
  /** Offsets of its dead letters, the newest last. A record that was rejected several times may have several. */
  readonly offsets: readonly bigint[];
  /** The newest letter: why the record was rejected, and where it lay. */
  readonly letter: DeadLetter;
  /** `(workchain,shard,seqno)` of a raw block, as its headers say; null for other records. */
  readonly block: string | null;
  /** Masterchain seqno of its round, as its headers say; null for a partial block. */
  readonly round: string | null;
  readonly bytes: number;
  readonly timestampMs: number | undefined;
}

/**
 * Reads a dead letter.
 *
 * @throws {EventError} when the record is not a dead letter
 */
export function rejectedRecordOf(deadLetter: LogRecord): RejectedRecord {
  const { workchain, shard, seqno, round } = deadLetter.headers;
  return {
    offsets: [deadLetter.offset],
    letter: decodeDeadLetter(deadLetter),
    block: workchain === undefined ? null : shortened(`(${workchain},${shard ?? '?'},${seqno ?? '?'})`),
    round: round === undefined ? null : shortened(round),
    bytes: leftOutBytesOf(deadLetter) ?? deadLetter.value.length,
    timestampMs: deadLetter.timestampMs,
  };
}

/** Headers may be of any length. */
const SHOWN_LENGTH_MAX = 80;

function shortened(text: string): string {
  return text.slice(0, SHOWN_LENGTH_MAX);
}
