import { expect, it } from '@jest/globals';
import { packTracePlaces } from '@tonriver/block-rows';
import type { ClassifiedTraceRow } from '@tonriver/row-schema';
import { joinPieces } from '../../answers/json-text.ts';
import { contract } from '../../dialects/contract.ts';
import type { ReadingContext } from '../endpoint-definition.ts';
import { answerTraces } from './answer-traces.ts';

const row = {
  traceId: new Uint8Array(32),
  externalHash: null,
  mcSeqnoStart: 1,
  mcSeqnoEnd: 2,
  startLt: 1n,
  startUtime: 1,
  endLt: 2n,
  endUtime: 2,
  traceState: 'complete',
  edges: 4,
  nodes: 5,
  classification: 'unclassified',
  transactions: [],
  actions: [],
} as unknown as ClassifiedTraceRow;

it('A trace without its transactions says why, and keeps no other from the page', async () => {
  const reader = {
    answering: { run: (work: () => unknown) => work() },
    parts: { byKey: async (keys: readonly string[]) => keys.map(() => undefined) },
  };
  const context = {
    dialect: contract,
    reader: { ...reader, accountCodes: { getMany: async () => [] } },
    visibility: { indexedSeqno: 2 },
    wantsAddressBook: false,
    wantsMetadata: false,
  } as unknown as ReadingContext;
  const block = { round: 1, workchain: 0, shard: 1n, seqno: 1, indexes: [0] };
  const rows = [null, [block]].map((blocks) => ({ ...row, places: packTracePlaces(blocks) }));
  const { traces } = JSON.parse(joinPieces(await answerTraces(rows, undefined, context, 'traces')).toString()) as {
    readonly traces: readonly object[];
  };
  expect(traces).toMatchObject([
    { is_incomplete: true, warning: 'trace is too large' },
    { is_incomplete: true, warning: 'transactions of the trace are not stored' },
  ]);
});
