/** Added to the version of rows that know their round: more than twice any parser version. */
const ROUND_KNOWN = 2 ** 31;

/**
 * Version of the rows of a block: of two that know their round, or two that do not, the newer parser wins. A block seen
 * inside its round always outranks the same block seen alone, whichever parser read it: otherwise a re-parse would take
 * blocks out of their rounds until it comes to the records that name them. Never wall time: the same bytes give the
 * same rows.
 */
export function rowVersionOf(parserVersion: number, isRoundKnown: boolean): number {
  return parserVersion * 2 + (isRoundKnown ? ROUND_KNOWN : 0);
}

/** The parser that wrote rows of a version, in SQL. Before version 3 a known round added 1. */
export function parserVersionSql(rowVersion: string): string {
  return `intDiv(bitAnd(${rowVersion}, ${ROUND_KNOWN - 1}), 2)`;
}
