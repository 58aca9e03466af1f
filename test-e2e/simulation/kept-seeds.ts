/** A seed that once ended otherwise than an undisturbed run. */
export interface KeptSeed {
  readonly seed: number;
  /** The rule that was broken, as the title of its test. */
  readonly rule: string;
}

/** Each is a test. A seed means another run after a change of the simulation; the rule is then tested elsewhere too. */
export const keptSeeds: readonly KeptSeed[] = [];
