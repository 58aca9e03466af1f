/** The tables that a statement writes. `any`: nobody knows which. */
type WrittenTables = readonly string[] | 'any';

/** Knows whether tables were written, so that an earlier result of a query can be given again. */
export interface TableWrites {
  /** Runs what writes tables. Names without a database stand for tables of all databases. */
  during<Result>(tables: WrittenTables, write: () => Promise<Result>): Promise<Result>;
  /** Begins writing, until the returned function is called. */
  begin(tables: WrittenTables): () => void;
  /** A text that changes whenever one of these tables is written; undefined while one may be being written. */
  stateOf(tables: readonly string[]): string | undefined;
  /** What another thread of this process needs to know of the same writes. */
  readonly memory: SharedArrayBuffer;
}

/** Tables share a place when their names have the same hash: then a write of one counts as a write of both. */
const PLACES = 4_096;
const BYTES_PER_COUNT = Int32Array.BYTES_PER_ELEMENT;
/**
 * The place of statements of which nobody knows what they write. No table has it: each write of that table would count
 * as one of all tables.
 */
const ANY_PLACE = 0;

/**
 * Counts in memory that the threads of a process share how often the writing of each table began, and how often it is
 * being done now.
 *
 * @param memory of the `TableWrites` of the thread that opened the engine; absent in that thread
 */
export function createTableWrites(memory = new SharedArrayBuffer(2 * PLACES * BYTES_PER_COUNT)): TableWrites {
  const running = new Int32Array(memory, 0, PLACES);
  const begun = new Int32Array(memory, PLACES * BYTES_PER_COUNT, PLACES);
  const places = new Map<string, number>();
  const placeOf = (table: string): number => {
    const known = places.get(table) ?? ANY_PLACE + 1 + (hashOf(table) % (PLACES - 1));
    places.set(table, known);
    return known;
  };
  const begin: TableWrites['begin'] = (tables) => {
    const written = tables === 'any' ? [ANY_PLACE] : tables.map(placeOf);
    for (const place of written) {
      // In this order: who sees the new count must see the write running too, or what is read meanwhile would last.
      Atomics.add(running, place, 1);
      Atomics.add(begun, place, 1);
    }
    let isRunning = true;
    return () => {
      if (isRunning) for (const place of written) Atomics.sub(running, place, 1);
      isRunning = false;
    };
  };
  return {
    begin,
    memory,
    async during(tables, write) {
      const end = begin(tables);
      try {
        return await write();
      } finally {
        end();
      }
    },
    stateOf(tables) {
      const read = [ANY_PLACE, ...tables.map(placeOf)];
      // The count first, for the same reason.
      const state = read.map((place) => Atomics.load(begun, place)).join(' ');
      return read.some((place) => Atomics.load(running, place) > 0) ? undefined : state;
    },
  };
}

/** FNV-1a over the units of the text. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
