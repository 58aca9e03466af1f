import { joinedLibraries } from './library-set.ts';
import { createNamedFiles } from './named-files.ts';
import { basename } from 'node:path';
import { type RecordedContract, recordedRecords } from './recorded-contracts.ts';
import { badRecording, below } from './recorded-values.ts';
import type { RecordedSurroundings, Recording } from './recording.ts';
import { shardAccountOf } from './shard-account-of.ts';

export interface ReadRecordingsOptions {
  readonly files: readonly string[];
  /** Folders in which the files that a recording names are looked for, after those above the recording. */
  readonly folders: readonly string[];
}

/**
 * Every account of the files, in their order. The form of a file is told by its members.
 *
 * @throws {BadRecordingError} `unreadable_path`, or `bad_recording` naming the file and the member
 */
export function readRecordings({ files, folders }: ReadRecordingsOptions): readonly Recording[] {
  const named = createNamedFiles(folders);
  return files.flatMap((file) => recordedRecords(file, named).map((record) => recordingOf(record.read())));
}

function recordingOf(contract: RecordedContract): Recording {
  const { address, id, method, results, place } = contract;
  return {
    address,
    shardAccountBoc: accountOf(contract),
    surroundings: surroundingsOf(contract),
    calls: (results.length > 0 || method === null ? results : [method]).map((call) => ({
      id,
      method: call.method,
      methodId: call.methodId,
      file: basename(place.file),
    })),
  };
}

/** The account as it was recorded, unless the record says something else of its balance. */
function accountOf({ address, state, balance, extraCurrencies }: RecordedContract): Uint8Array {
  const isSame = balance === state.balance && extraCurrencies === state.extraCurrencies;
  if (state.shardAccountBoc !== null && isSame) return state.shardAccountBoc;
  return shardAccountOf({ ...state, address, balance, extraCurrencies });
}

function surroundingsOf(contract: RecordedContract): RecordedSurroundings {
  const { config, unixTime, randomSeed, gasLimit, previousBlocks, results, place } = contract;
  if (previousBlocks !== null && 'nested' in previousBlocks) {
    throw badRecording(below(place, 'prev_blocks_info'), 'previous blocks are taken as a bag of cells here');
  }
  const previous = previousBlocks?.boc ?? null;
  // All runs of a contract share a block: what one of them looked up is no secret to the others.
  const libraries = joinedLibraries([...new Set([contract.libraries, ...results.map((result) => result.libraries)])]);
  const seed = Buffer.from(randomSeed).toString('hex');
  const previousKey = previous === null ? '' : Buffer.from(previous).toString('base64');
  const key = [config.key, unixTime, seed, gasLimit, libraries.key, previousKey].join('|');
  return { key, config, libraries, unixTime, randomSeed, gasLimit, previousBlocks: previous };
}
