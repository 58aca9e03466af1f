import { type AssemblyState, emptyAssemblyState, readSnapshot, writeSnapshot } from '@tonriver/traces';
import { z } from 'zod';
import { BlockRowsError } from '../block-rows-error.ts';

/** A contiguous range of rounds whose traces are assembled, with what is in flight behind its last round. */
export interface AssembledRange {
  readonly first: number;
  last: number;
  /** Rounds in it that were announced as the start of a range; `first` is one of them. */
  readonly starts: Set<number>;
  readonly state: AssemblyState;
}

/** A range before its first round: `last` lies in front of `first`. */
export function newRange(first: number): AssembledRange {
  return { first, last: first - 1, starts: new Set([first]), state: emptyAssemblyState() };
}

/**
 * Version of the rows assembled in a range: an earlier start wins, because it saw the senders of messages that a later
 * start did not.
 */
export function versionOfRange({ first }: Pick<AssembledRange, 'first'>): bigint {
  return 2n ** 32n - BigInt(first);
}

const seqno = z.number().int();
const snapshotSchema = z.array(z.object({ first: seqno, last: seqno, starts: z.array(seqno), state: z.string() }));

export function writeRanges(ranges: readonly AssembledRange[]): Uint8Array {
  const plain = ranges.map(({ first, last, starts, state }) => ({
    first,
    last,
    starts: [...starts],
    state: writeSnapshot(state),
  }));
  return new TextEncoder().encode(JSON.stringify(plain));
}

/** @throws {BlockRowsError} `bad_snapshot` */
export function readRanges(bytes: Uint8Array): AssembledRange[] {
  try {
    const plain = snapshotSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
    return plain.map(({ first, last, starts, state }) => ({
      first,
      last,
      starts: new Set(starts),
      state: readSnapshot(state),
    }));
  } catch (cause) {
    throw new BlockRowsError(
      'bad_snapshot',
      'The stored snapshot of the trace assembly is not readable',
      {},
      { cause },
    );
  }
}
