// The cost of a search is limited in numbers, so that a refusal does not depend on the load of the machine.

/** The most transactions that one request examines. A filter that almost nothing matches must not read the chain. */
export const CANDIDATES_MAX = 5_000;
/** The most rows of keys that one request reads, for a large offset or for filters that the keys do not serve. */
export const INDEX_ROWS_MAX = 200_000;
/** The most examined transactions that do not match, so that an expensive request is refused soon. */
export const MISFITS_MAX = 1_000;
/** How many candidates are read at a time, to try filters that no index serves. */
export const CANDIDATES_PER_READ = 500;
/** The most rounds whose blocks one request looks at. */
export const ROUNDS_MAX = 2_000;
/** The most messages of an account whose other ends one request looks up: two candidates for each. */
export const MESSAGES_MAX = CANDIDATES_MAX / 2;

const NARROWER = 'start_lt and end_lt narrow them';

export const TOO_MANY_CANDIDATES = `filters are too broad: more than ${CANDIDATES_MAX} transactions would have to be read`;
export const TOO_MANY_MISFITS = `filters are too broad: more than ${MISFITS_MAX} transactions that do not match would have to be read; ${NARROWER}`;
export const TOO_MANY_ROWS = `offset is too large or filters are too broad: more than ${INDEX_ROWS_MAX} messages would have to be looked at; ${NARROWER}`;
export const TOO_MANY_KEYS = `offset is too large or filters are too broad: more than ${INDEX_ROWS_MAX} transactions would have to be looked at; ${NARROWER}`;
export const TOO_MANY_ROUNDS = `filters are too broad: the blocks of more than ${ROUNDS_MAX} rounds would have to be looked at; ${NARROWER}`;
export const TOO_MANY_MESSAGES = `filters are too broad: more than ${MESSAGES_MAX} messages of the account would have to be looked at; ${NARROWER}`;
