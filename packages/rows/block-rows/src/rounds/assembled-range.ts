import { type AssemblyState, emptyAssemblyState, readSnapshot, writeSnapshot } from '@tonriver/traces';
import { z } from 'zod';
import { BlockRowsError } from '../block-rows-error.ts';

/** A range of consecutive rounds whose traces are assembled, with the messages in flight after its last round. */
export interface AssembledRange {
  readonly first: number;
  last: number;
  /** Rounds of the range that were announced as the start of a range, `first` among them. */
  readonly starts: Set<number>;
  /** The first round whose links are kept. Of messages sent before, the sender is unknown. */
  readonly linkedFrom: number;
  readonly state: AssemblyState;
}

/** Creates a range without rounds: its `last` is less than `first`. */
export function newRange(first: number): AssembledRange {
  return { first, last: first - 1, starts: new Set([first]), linkedFrom: first, state: emptyAssemblyState() };
}

/**
 * Returns the version of the rows assembled in a range. Rows of a range that starts earlier replace others, because it
 * includes the senders of more messages.
 */
export function versionOfRange({ first }: Pick<AssembledRange, 'first'>): bigint {
  return 2n ** 32n - BigInt(first);
}

const seqno = z.number().int();
const snapshotSchema = z.array(
  z.object({
    first: seqno,
    last: seqno,
    starts: z.array(seqno),
    /** Absent in snapshots of releases without links. */
    linkedFrom: seqno.optional(),
    state: z.string(),
  }),
);

export function writeRanges(ranges: readonly AssembledRange[]): Uint8Array {
  const plain = ranges.map(({ first, last, starts, linkedFrom, state }) => ({
    first,
    last,
    starts: [...starts],
    linkedFrom,
    state: writeSnapshot(state),
  }));
  return new TextEncoder().encode(JSON.stringify(plain));
}

/** @throws {BlockRowsError} `bad_snapshot` */
export function readRanges(bytes: Uint8Array): AssembledRange[] {
  try {
    const plain = snapshotSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
    return plain.map(({ first, last, starts, linkedFrom = last + 1, state }) => ({
      first,
      last,
      starts: new Set(starts),
      linkedFrom,
      state: readSnapshot(state),
    }));
  } catch (cause) {
    throw new BlockRowsError('bad_snapshot', 'The stored snapshot of the trace assembly cannot be read', {}, { cause });
  }
}
