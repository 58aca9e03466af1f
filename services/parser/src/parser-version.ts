/** Increase it when the rows of a block change: rows of a newer version replace stored ones. */
export const PARSER_VERSION = 7;
