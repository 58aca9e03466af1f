import { type AccountAddress, compareBytes, formatAccountAddress } from '@tonriver/chain-model';

import {
  type AccountSource,
  AccountSourceError,
  type IntendedCall,
  type MasterchainPoint,
} from '@tonriver/chain-source';
import { type ReadRecordingsOptions, readRecordings } from './read-recordings.ts';
import type { RecordedCall, RecordedSurroundings, Recording } from './recording.ts';

/** A recorded call with the block to repeat it at. */
export interface RecordedCallPlace extends RecordedCall {
  readonly address: AccountAddress;
  /** The block with the surroundings of the call. */
  readonly seqno: number;
  /** True when a call without a seqno uses this block. */
  readonly isDefault: boolean;
}

/** A source of accounts over recordings. */
export interface RecordedAccounts extends AccountSource {
  /** Every recorded call, in the order of the files. */
  calls(): readonly RecordedCallPlace[];
}

interface Point extends MasterchainPoint {
  readonly surroundings: RecordedSurroundings;
  readonly accounts: Map<string, Recording>;
}

interface Place {
  readonly point: Point;
  /** Ids of the recorded methods. */
  readonly methodIds: Set<number>;
}

export interface RecordedAccountsOptions extends ReadRecordingsOptions {
  /** The block of a call without a seqno, if it has the account. */
  readonly preferredSeqno?: number | undefined;
}

/**
 * Opens files of recorded get-methods. The surroundings of a run (time, configuration, libraries, seed, gas limit)
 * become a masterchain block, numbered from 1. Runs with equal surroundings share a block, unless they have different
 * states of an account. A call without a block uses the only block with the account, or else the only one where its
 * method was recorded.
 */
export function openRecordedAccounts(options: RecordedAccountsOptions): RecordedAccounts {
  const points: Point[] = [];
  const placesOf = new Map<string, Place[]>();
  const calls: { readonly call: RecordedCall; readonly recording: Recording; readonly point: Point }[] = [];
  for (const recording of readRecordings(options)) {
    const point = pointFor(points, recording);
    const address = formatAccountAddress(recording.address);
    const places = placesOf.get(address) ?? [];
    placesOf.set(address, places);
    const place = places.find((known) => known.point === point) ?? { point, methodIds: new Set<number>() };
    if (place.methodIds.size === 0 && !places.includes(place)) places.push(place);
    for (const call of recording.calls) {
      place.methodIds.add(call.methodId);
      calls.push({ call, recording, point });
    }
  }

  const meant = ({ address, methodId }: IntendedCall): readonly Point[] => {
    const places = placesOf.get(formatAccountAddress(address)) ?? [];
    const preferred = places.filter(({ point }) => point.seqno === options.preferredSeqno);
    if (preferred.length > 0) return preferred.map(({ point }) => point);
    const recorded = places.filter(({ methodIds }) => methodIds.has(methodId));
    return (places.length > 1 && recorded.length > 0 ? recorded : places).map(({ point }) => point);
  };
  const held = ({ seqno }: MasterchainPoint): Point => {
    const point = points[seqno - 1];
    if (point === undefined) throw new TypeError(`There is no recorded block ${seqno}`);
    return point;
  };

  return {
    async head(call) {
      const [first, ...more] = meant(call);
      if (first === undefined) throw notRecorded(call.address);
      if (more.length === 0) return first;
      const seqnos = [first, ...more].map(({ seqno }) => seqno).join(', ');
      throw new AccountSourceError('ambiguous_account', 'The account was recorded more than once: name a seqno', {
        address: formatAccountAddress(call.address),
        seqnos,
      });
    },
    point: async (seqno) => points[seqno - 1],
    async account(address, at) {
      const recording = held(at).accounts.get(formatAccountAddress(address));
      if (recording === undefined) throw notRecorded(address);
      return { shardAccountBoc: recording.shardAccountBoc };
    },
    config: async (at) => held(at).surroundings.config.bytes,
    library: async (hash, at) => held(at).surroundings.libraries.find(hash),
    previousBlocks: async (at) => held(at).surroundings.previousBlocks,
    calls: () =>
      calls.map(({ call, recording: { address }, point }) => {
        const points = meant({ address, methodId: call.methodId });
        return { ...call, address, seqno: point.seqno, isDefault: points.length === 1 && points[0] === point };
      }),
    close: async () => undefined,
  };
}

/** Returns the block with the surroundings of the recording that has no other state of the account. */
function pointFor(points: Point[], recording: Recording): Point {
  const { surroundings, shardAccountBoc } = recording;
  const address = formatAccountAddress(recording.address);
  for (const point of points) {
    if (point.surroundings.key !== surroundings.key) continue;
    const known = point.accounts.get(address);
    if (known !== undefined && compareBytes(known.shardAccountBoc, shardAccountBoc) !== 0) continue;
    point.accounts.set(address, recording);
    return point;
  }
  const { unixTime, randomSeed, gasLimit } = surroundings;
  const point: Point = {
    seqno: points.length + 1,
    rootHash: null,
    fileHash: null,
    unixTime,
    recorded: { randomSeed, gasLimit },
    surroundings,
    accounts: new Map([[address, recording]]),
  };
  points.push(point);
  return point;
}

function notRecorded(address: AccountAddress): AccountSourceError {
  return new AccountSourceError('account_not_known', 'The account was not recorded', {
    address: formatAccountAddress(address),
  });
}
