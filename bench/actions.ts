import { readFileSync } from 'node:fs';
import { type Action, addressesNeeded, classify, databaseRowOf } from '@tonriver/actions';
import { longTrace } from '@tonriver/actions/testing';
import { readCase, recordedCases, type TraceCase } from '@tonriver/classify/testing';
import { recordedData, TestingError } from '@tonriver/testing';
import type { Bench } from './bench.ts';
import { compare, median } from './measure.ts';
import { readTraces, rowBytesOf, storedTraces } from './stored-traces.ts';

/** Files of recorded traces with the rows of a database: what the peer reads is all that we need, and no more. */
const set = 'ton-indexer';

/**
 * From the bytes of records, the stored parts of blocks made of the recorded traces, and a map of interfaces, to the
 * rows as bytes; and from
 * decoded transactions to action rows as text. Against `JSON.parse` of the files with the same transactions.
 */
export const actionsBench: Bench = {
  name: 'actions',
  summary: 'recorded traces to action rows (read, match, write), against JSON.parse of the same traces',
  run() {
    const data = recordedData();
    if (data === undefined) throw new TestingError('recorded_data_malformed', 'There are no recorded traces', {});
    const recorded = recordedCases(data.path('traces')).filter((one) => one.set === set);
    const texts = recorded.map(({ file }) => readFileSync(file, 'utf8'));
    const cases = recorded.map(({ file }) => readCase(file));
    const peer = () => {
      for (const text of texts) JSON.parse(text);
    };
    // The first hundred runs take up to half as long again: V8 has not compiled all of it yet.
    const options = { turns: 25, oursPerTurn: 5, warmUps: 30 };
    const decoded = compare({ ours: () => cases.forEach(rowsOf), peer }, options);
    const stored = storedTraces(recorded.map(({ file }, index) => ({ file, read: cases[index]! })));
    const fromBytes = compare({ ours: () => void rowBytesOf(stored), peer }, options);
    const transactionCount = cases.reduce((sum, { trace }) => sum + trace.transactions.length, 0);
    return Promise.resolve({
      ratio_to_json_parse: fromBytes.oursMs / fromBytes.peerMs,
      ratio_of_decoded: decoded.oursMs / decoded.peerMs,
      ms: fromBytes.oursMs,
      decoded_ms: decoded.oursMs,
      json_parse_ms: fromBytes.peerMs,
      read_ms: timed(() => void readTraces(stored)),
      ...partsOf(cases),
      transactions_per_second: (transactionCount / fromBytes.oursMs) * 1000,
      traces_per_second: (cases.length / fromBytes.oursMs) * 1000,
      long_trace_ms: longTraceMs(),
    });
  },
};

function rowsOf({ trace, interfaces }: TraceCase): number {
  return written(classify(trace, interfaces).actions);
}

function written(actions: readonly Action[]): number {
  let length = 0;
  for (const action of actions) length += JSON.stringify(databaseRowOf(action)).length;
  return length;
}

/** How the time divides: what is spent before matchers run, in matchers, and on writing rows. */
function partsOf(cases: readonly TraceCase[]) {
  const withoutMatchers = { matchers: [] };
  const decode = timed(() => {
    for (const { trace, interfaces } of cases) classify(trace, interfaces, withoutMatchers);
  });
  const all = timed(() => {
    for (const { trace, interfaces } of cases) classify(trace, interfaces);
  });
  const results = cases.map(({ trace, interfaces }) => classify(trace, interfaces).actions);
  const marshal = timed(() => {
    for (const actions of results) written(actions);
  });
  const addresses = timed(() => {
    // A copy: what bodies name is remembered by trace.
    for (const { trace, interfaces } of cases) addressesNeeded({ ...trace }, interfaces);
  });
  return { decode_ms: decode, match_ms: all - decode, marshal_ms: marshal, addresses_ms: addresses };
}

/** The largest trace that is classified whole: 4,000 transactions. */
function longTraceMs(): number {
  const { trace, interfaces } = longTrace();
  return timed(() => void written(classify({ ...trace }, interfaces).actions));
}

function timed(work: () => void): number {
  const times: number[] = [];
  for (let turn = 0; turn < 25; turn += 1) {
    const start = performance.now();
    work();
    times.push(performance.now() - start);
  }
  return median(times);
}
