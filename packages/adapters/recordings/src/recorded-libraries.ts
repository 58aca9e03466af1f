import { joinedLibraries, libraryCells, libraryDictionary, type LibrarySet } from './library-set.ts';
import { bytesOrFile, type NamedFiles } from './named-files.ts';
import {
  bagBytes,
  badRecording,
  below,
  hashBytes,
  isBagText,
  listOf,
  reading,
  type RecordedMembers,
  type RecordedPlace,
} from './recorded-values.ts';

/** The libraries of a file's records. Equal ones are the same object, which a pool recognises. */
export interface RecordedLibraries {
  ofRecord(source: {
    readonly record: RecordedMembers;
    readonly settings: RecordedMembers;
    readonly place: RecordedPlace;
  }): LibrarySet;
  /** Returns the libraries, also those that a run names by hash, from a dictionary beside its configuration. */
  withNamed(given: GivenToRun, hashes: readonly unknown[], place: RecordedPlace): LibrarySet;
}

interface GivenToRun {
  readonly libraries: LibrarySet;
  /** Null when it is in the recording itself. */
  readonly configPath: string | null;
}

export function createRecordedLibraries(files: NamedFiles): RecordedLibraries {
  const dictionaries = new Map<Uint8Array, LibrarySet>();
  const sets = new Map<string, LibrarySet>();
  const same = (set: LibrarySet): LibrarySet => {
    const known = sets.get(set.key) ?? set;
    sets.set(set.key, known);
    return known;
  };
  const dictionary = (bytes: Uint8Array, place: RecordedPlace): LibrarySet => {
    const known = dictionaries.get(bytes) ?? same(reading(place, () => libraryDictionary(bytes)));
    dictionaries.set(bytes, known);
    return known;
  };
  const joined = (parts: readonly LibrarySet[]): LibrarySet => same(joinedLibraries(parts));

  const ofMembers = (members: RecordedMembers, place: RecordedPlace): readonly LibrarySet[] =>
    ['libraries', 'libs_dict_boc', 'libs_boc', 'library_cells_boc'].flatMap((name) => {
      const value = members[name];
      if (value === undefined || value === null) return [];
      const at = below(place, name);
      if (name === 'library_cells_boc') return [cellsOf(value, at)];
      if (Array.isArray(value)) {
        const isCells = value.every((item) => typeof item === 'string' && isBagText(item));
        if (isCells) return [cellsOf(value, at)];
        return value.map((item, index) => dictionary(bytesOrFile(item, below(at, index), files).bytes, at));
      }
      return [dictionary(bytesOrFile(value, at, files).bytes, at)];
    });

  return {
    ofRecord: ({ record, settings, place }) => joined([...ofMembers(record, place), ...ofMembers(settings, place)]),
    withNamed({ libraries, configPath }, hashes, place) {
      const at = below(place, 'libraries_used');
      const missing = hashes
        .map((value, index) => hashBytes(value, below(at, index)))
        .filter((hash) => libraries.find(hash) === undefined);
      if (missing.length === 0) return libraries;
      const known = files
        .dictionariesFor(place.file, configPath)
        .map(({ bytes, path }) => dictionary(bytes, { file: path, member: '' }));
      const cells = missing.map((hash) => {
        const found = joinedLibraries(known).find(hash);
        if (found !== undefined) return found;
        const text = Buffer.from(hash).toString('hex');
        throw badRecording(at, `library ${text} is in no dictionary beside the configuration`);
      });
      return joined([libraries, libraryCells(cells)]);
    },
  };
}

function cellsOf(value: unknown, place: RecordedPlace): LibrarySet {
  const bocs = listOf(value, place).map((item, index) => bagBytes(item, below(place, index)));
  return reading(place, () => libraryCells(bocs));
}
