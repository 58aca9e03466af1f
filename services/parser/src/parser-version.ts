/** Counts up when the rows of a block change: a re-parse by a newer version wins over what is stored. */
export const PARSER_VERSION = 4;
