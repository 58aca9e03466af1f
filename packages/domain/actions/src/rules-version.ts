/** Counts up when the rules say of some trace what they did not say before: stored traces are then classified again. */
export const RULES_VERSION = 1;
