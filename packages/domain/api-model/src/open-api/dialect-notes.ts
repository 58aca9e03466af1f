import { DIALECT_BASE_PATHS, type DialectName } from '../dialect-name.ts';

const TITLES: Readonly<Record<DialectName, string>> = {
  contract: `the written contract, under \`${DIALECT_BASE_PATHS.contract}\``,
  deployed: `the drop-in dialect, under \`${DIALECT_BASE_PATHS.deployed}\``,
};

const DIFFERENCES = `| | written contract, \`/api\` | drop-in, \`/toncenter/api\` |
|---|---|---|
| made for | new programs | programs written for the public service |
| a request that does not fit | 400 | 422 |
| \`shard\` | signed decimal number, as text | hexadecimal text |
| \`opcode\` of a message | signed number | text, \`0x0f8a7ea5\` |
| decoded body | \`type\`, \`comment\`, \`data\` | TL-B constructor in \`@type\` |
| blocks of a round | all of them, with a page of their transactions | a page of blocks, 100 if not told otherwise |
| messages | name the transactions at both ends | name neither |
| \`limit\` and \`offset\` out of bounds | refused | moved inside, but for \`limit\` above 1,000 |
| \`POST /v3/runGetMethod\` | at \`seqno\` too; tells the block | at the newest block |
| \`result\` of \`POST /v2/runGetMethod\` | JSON in a text | an object |`;

/** Notes at the start of the document: which of the two dialects it describes, and how the other differs. */
export function dialectNotes(dialect: DialectName): string {
  const other = dialect === 'contract' ? 'deployed' : 'contract';
  return (
    `**This document describes ${TITLES[dialect]}.** The same server answers in a second dialect, ${TITLES[other]}, ` +
    `which looks alike and is not the same: a client made for one does not read the other. They differ in:\n\n${DIFFERENCES}`
  );
}
