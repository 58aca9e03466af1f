import type { Through } from './fuzz-target.ts';
import type { FuzzOptions, FuzzResult } from './run-fuzz.ts';

/** The least shares of its cases that a run must reach besides finding nothing, by name in the tally. */
const sharesMin: Readonly<Record<Through, Readonly<Record<string, number>>>> = {
  readers: { 'checksum right': 0.8, 'reached the decoder': 0.5 },
  entries: { 'parser: rows': 0.1, 'resolver: state': 0.1, 'resolved: whole': 0.1, 'resolved: unlinked': 0.01 },
};

/** The shares that are too small. */
export function missedShares(
  { tally }: Pick<FuzzResult, 'tally'>,
  { through }: Pick<FuzzOptions, 'through'>,
): string[] {
  const cases = Math.max(1, tally.get('cases') ?? 0);
  return Object.entries(sharesMin[through])
    .filter(([name, least]) => (tally.get(name) ?? 0) / cases < least)
    .map(([name]) => name);
}

/** True when every case ran, nothing failed, the shares are reached and memory stayed flat. */
export function isGood(result: FuzzResult, options: FuzzOptions): boolean {
  return (
    result.failureCount === 0 &&
    result.tally.get('cases') === options.cases &&
    missedShares(result, options).length === 0 &&
    result.memory.every(({ isFlat }) => isFlat)
  );
}

const facts = [
  'checksum right',
  'reached the decoder',
  'with exotic cells',
  'hash all: read',
  'blocks loaded',
  'blocks to rows',
  'rows: read',
  'from recorded',
  'from built',
  'from hand-made',
  'measured again',
];

/** The result as text for a person. */
export function reportText(result: FuzzResult, options: FuzzOptions): string {
  const { tally, failures, failureCount, seeds, slowest } = result;
  const cases = tally.get('cases') ?? 0;
  const lines = [
    `${cases} of ${options.cases} cases through the ${options.through} in ${Math.round(result.seconds)} s, seed ${options.seed}, corpus ${result.fingerprint}`,
    `seeds: ${Object.entries(seeds)
      .map(([kind, number]) => `${number} ${kind}`)
      .join(', ')}`,
    ...(result.hasRecordedData ? [] : ['without recorded data: there is no data folder']),
    ...facts
      .filter((name) => tally.has(name))
      .map((name) => {
        const times = tally.get(name) ?? 0;
        return `${name}: ${times} (${((100 * times) / Math.max(1, cases)).toFixed(1)} %)`;
      }),
    ...stageLines(result),
    ...missedShares(result, options).map((name) => `TOO FEW: ${name}`),
    `slowest case: ${slowest.caseNumber}, ${Math.round(slowest.cpuMs)} ms on the processor`,
    ...result.memory.map(({ text }, index) => `memory of process ${index}: ${text}`),
    ...failures.map(
      ({ caseNumber, problem }) =>
        `FAILED case ${caseNumber} (repeat: npm run fuzz -- --seed ${options.seed} --case ${caseNumber}): ${problem}`,
    ),
    `${failureCount} failure(s)`,
  ];
  return lines.join('\n');
}

/** Per reader how often it read, and how often it refused with which error. */
function stageLines({ tally }: FuzzResult): string[] {
  const stages = new Map<string, string[]>();
  for (const [name, times] of [...tally].toSorted(([, left], [, right]) => right - left)) {
    const colon = name.indexOf(': ');
    if (colon < 0) continue;
    const stage = name.slice(0, colon);
    stages.set(stage, [...(stages.get(stage) ?? []), `${times} ${name.slice(colon + 2)}`]);
  }
  return [...stages].map(([stage, outcomes]) => `  ${stage}: ${outcomes.join(', ')}`);
}
