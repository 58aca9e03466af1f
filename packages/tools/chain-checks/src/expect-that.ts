/** Throws an error that names the rule if it does not hold. */
export function expectThat(holds: boolean, rule: string): asserts holds {
  if (!holds) throw new Error(`broken: ${rule}`);
}
