/** Added to the version of rows that know their round: more than any turn and parser version together. */
const ROUND_KNOWN = 2 ** 31;
const TURN = 2 ** 16;
const TURN_MAX = 2 ** 15 - 1;
const PARSER_VERSION_MAX = 2 ** 15 - 1;

/** The parts of the version of a block's rows, the most significant first. */
export interface RowVersion {
  /**
   * A block seen inside its round always outranks the same block seen without it, whichever parser read it: otherwise a
   * re-parse would take blocks out of their rounds until it comes to the records that name them.
   */
  readonly isRoundKnown: boolean;
  /**
   * How often an older parser had to write over rows of a newer one (`turnOver`). 0 until a release is rolled back.
   */
  readonly turn: number;
  readonly parserVersion: number;
}

/** The version as it is stored. Never wall time: the same bytes, written over the same rows, give the same rows. */
export function rowVersionOf(parserVersion: number, isRoundKnown: boolean, turn = 0): number {
  if (turn > TURN_MAX || parserVersion > PARSER_VERSION_MAX) {
    throw new RangeError(`Turn ${turn} of parser version ${parserVersion} does not fit into a row version`);
  }
  return (isRoundKnown ? ROUND_KNOWN : 0) + turn * TURN + parserVersion * 2;
}

export function parseRowVersion(rowVersion: number): RowVersion {
  const isRoundKnown = rowVersion >= ROUND_KNOWN;
  const rest = isRoundKnown ? rowVersion - ROUND_KNOWN : rowVersion;
  return { isRoundKnown, turn: Math.floor(rest / TURN), parserVersion: Math.floor((rest % TURN) / 2) };
}

/**
 * The smallest turn in which a parser's rows outrank what is stored of the block, or repeat it. An older parser that
 * runs after a newer one was rolled back takes the next turn: the release that runs decides what is stored, not the
 * number of its parser.
 */
export function turnOver(stored: RowVersion, parserVersion: number): number {
  return stored.parserVersion > parserVersion ? stored.turn + 1 : stored.turn;
}

/**
 * The first parser whose blocks have parts, rows in `blocks_of_rounds` and rounds in the look-ups by hash. Blocks of
 * older ones are read from their other rows until they are parsed again.
 */
const FIRST_PARSER_WITH_PARTS = 5;

/** Tells by a row of a block whether its transactions are in parts. */
export function hasParts({ rowVersion }: { readonly rowVersion: number }): boolean {
  return parseRowVersion(rowVersion).parserVersion >= FIRST_PARSER_WITH_PARTS;
}

/** The same as a condition in SQL on a column of versions. */
export function hasPartsSql(rowVersion: string): string {
  return `${parserVersionSql(rowVersion)} >= ${FIRST_PARSER_WITH_PARTS}`;
}

/** The first parser that stores bodies of messages in parts alone. Older ones stored them in `cell_trees` too. */
const FIRST_PARSER_WITHOUT_BODY_TREES = 6;

/** Tells of a column of versions, in SQL, whether the bodies of the messages are in `cell_trees`. */
export function hasBodyTreesSql(rowVersion: string): string {
  return `${parserVersionSql(rowVersion)} < ${FIRST_PARSER_WITHOUT_BODY_TREES}`;
}

/** Returns the SQL for the parser version in a row version. Before version 3 a known round added 1. */
export function parserVersionSql(rowVersion: string): string {
  return `intDiv(bitAnd(${rowVersion}, ${TURN - 1}), 2)`;
}
