import type { Clock, LogRecord } from '@tonriver/stream';
import { decodeRawBlock } from '@tonriver/events';
import type { ChoiceReader } from './choose-blocks.ts';
import type { RefusedBlock, StateBlock } from './decode-block.ts';
import { StateResolverError } from './state-resolver-error.ts';
import { isRefused, placeKey, type Variant, type WaitingBlock } from './waiting-round.ts';

export interface BlockReaderOptions {
  readonly seqno: number;
  /** A quarter of it may be held here. */
  readonly bytesMax: number;
  readonly readRecords: (partition: number, offsets: readonly bigint[]) => Promise<readonly LogRecord[]>;
  /** Decodes a block, and notes whether it can be read. */
  readonly decode: (block: WaitingBlock, boc: Uint8Array) => StateBlock | RefusedBlock;
  readonly clock: Clock;
}

/** Reads the records of a round, one at a time: together they may be more than there is memory. */
export interface BlockReader extends ChoiceReader {
  /** Reads, in one call, the bytes that are not held of the first copy of each block, as far as there is room. */
  readAhead(variant: Variant): Promise<void>;
  /**
   * Returns the decoded block, and holds it no longer.
   *
   * @throws {StateResolverError} `round_lost` when the log does not have it any more
   */
  stateOf(block: WaitingBlock): Promise<StateBlock | RefusedBlock>;
}

const BYTES_PER_TURN = 1024 * 1024;

export function createBlockReader(options: BlockReaderOptions): BlockReader {
  const { seqno, bytesMax, readRecords, decode, clock } = options;
  /** Blocks that were read ahead or decoded, so that few are read or decoded twice. */
  const [bytes, states] = [new Map<WaitingBlock, Uint8Array>(), new Map<WaitingBlock, StateBlock>()];
  const heldMax = bytesMax / 4;
  let [heldBytes, bytesInTurn] = [0, 0];

  const read = async (blocks: readonly WaitingBlock[]): Promise<void> => {
    const byPlace = new Map(blocks.map((block) => [placeKey(block.place), block]));
    for (const partition of new Set(blocks.map(({ place }) => place.partition))) {
      const places = blocks.map(({ place }) => place).filter((place) => place.partition === partition);
      const offsets = places.map(({ offset }) => offset);
      for (const record of await readRecords(partition, offsets)) {
        const block = byPlace.get(placeKey(record));
        if (block !== undefined) bytes.set(block, decodeRawBlock(record).boc);
      }
    }
    if (blocks.every((block) => bytes.has(block))) return;
    throw new StateResolverError('round_lost', `A block of round ${seqno} is not in the log any more`, { seqno });
  };
  const readAndDecode = async (block: WaitingBlock): Promise<StateBlock | RefusedBlock> => {
    if (block.boc === null && !bytes.has(block)) await read([block]);
    const state = decode(block, block.boc ?? bytes.get(block)!);
    bytes.delete(block);
    bytesInTurn += block.byteLength;
    if (bytesInTurn > BYTES_PER_TURN) {
      // Decoding only computes: health checks need their turn.
      await clock.yield();
      bytesInTurn = 0;
    }
    return state;
  };
  const heldOf = async (block: WaitingBlock): Promise<StateBlock | RefusedBlock> => {
    const known = states.get(block);
    if (known !== undefined) return known;
    const state = await readAndDecode(block);
    // One is held in any case: it is likely the next that is asked for.
    if ('refusal' in state || (states.size > 0 && heldBytes + block.byteLength > heldMax)) return state;
    states.set(block, state);
    heldBytes += block.byteLength;
    return state;
  };
  return {
    async readAhead({ copies }) {
      bytes.clear();
      const wanted: WaitingBlock[] = [];
      let wantedBytes = 0;
      for (const [first] of copies.values()) {
        if (first === undefined || first.boc !== null || states.has(first)) continue;
        wantedBytes += first.byteLength;
        if (wantedBytes > heldMax) break;
        wanted.push(first);
      }
      if (wanted.length > 0) await read(wanted);
    },
    async isReadable(block) {
      if (block.verdict === undefined) await heldOf(block);
      return !isRefused(block);
    },
    async stateOf(block) {
      const known = states.get(block);
      if (known === undefined) return await readAndDecode(block);
      states.delete(block);
      heldBytes -= block.byteLength;
      return known;
    },
  };
}
