/**
 * Version of the rows of a block: a newer parser wins, and a block seen inside its round outranks the same block seen
 * alone. Never wall time: the same bytes give the same rows.
 */
export function rowVersionOf(parserVersion: number, isRoundKnown: boolean): number {
  return parserVersion * 2 + (isRoundKnown ? 1 : 0);
}
