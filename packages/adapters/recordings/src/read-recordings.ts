import { joinedLibraries } from './library-set.ts';
import { createNamedFiles } from './named-files.ts';
import { basename } from 'node:path';
import { type RecordedContract, recordedRecords } from './recorded-contracts.ts';
import { badRecording, below } from './recorded-values.ts';
import type { RecordedSurroundings, Recording } from './recording.ts';
import { shardAccountOf } from './shard-account-of.ts';

export interface ReadRecordingsOptions {
  readonly files: readonly string[];
  /** Folders to search for the files that a recording names, after the folders above the recording. */
  readonly folders: readonly string[];
}

/**
 * Reads every account of the files, in order. The members of a file tell its form.
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

/** Returns the recorded account, with the balance that the record states. */
function accountOf({ address, state, balance, extraCurrencies }: RecordedContract): Uint8Array {
  const isSame = balance === state.balance && extraCurrencies === state.extraCurrencies;
  if (state.shardAccountBoc !== null && isSame) return state.shardAccountBoc;
  return shardAccountOf({ ...state, address, balance, extraCurrencies });
}

function surroundingsOf(contract: RecordedContract): RecordedSurroundings {
  const { config, unixTime, randomSeed, gasLimit, previousBlocks, results, place } = contract;
  if (previousBlocks !== null && 'nested' in previousBlocks) {
    throw badRecording(below(place, 'prev_blocks_info'), 'previous blocks must be a bag of cells here');
  }
  const previous = previousBlocks?.boc ?? null;
  // All runs of a contract share a block, with the libraries of all of them.
  const libraries = joinedLibraries([...new Set([contract.libraries, ...results.map((result) => result.libraries)])]);
  const seed = Buffer.from(randomSeed).toString('hex');
  const previousKey = previous === null ? '' : Buffer.from(previous).toString('base64');
  const key = [config.key, unixTime, seed, gasLimit, libraries.key, previousKey].join('|');
  return { key, config, libraries, unixTime, randomSeed, gasLimit, previousBlocks: previous };
}
