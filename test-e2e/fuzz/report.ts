import type { FuzzOptions, FuzzResult } from './run-fuzz.ts';

/** What a run must reach besides finding nothing. */
export const shareMin = { checksumRight: 0.8, reachedDecoder: 0.5 } as const;

export interface Shares {
  readonly cases: number;
  readonly checksumRight: number;
  readonly reachedDecoder: number;
}

export function sharesOf({ tally }: FuzzResult): Shares {
  const cases = tally.get('cases') ?? 0;
  const share = (name: string): number => (tally.get(name) ?? 0) / Math.max(1, cases);
  return { cases, checksumRight: share('checksum right'), reachedDecoder: share('reached the decoder') };
}

/** True when every case ran, nothing failed, the shares are reached and memory stayed flat. */
export function isGood(result: FuzzResult, { cases }: FuzzOptions): boolean {
  const shares = sharesOf(result);
  return (
    result.failureCount === 0 &&
    shares.cases === cases &&
    shares.checksumRight >= shareMin.checksumRight &&
    shares.reachedDecoder >= shareMin.reachedDecoder &&
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
  const { cases } = sharesOf(result);
  const lines = [
    `${cases} of ${options.cases} cases in ${Math.round(result.seconds)} s, seed ${options.seed}, corpus ${result.fingerprint}`,
    `seeds: ${Object.entries(seeds)
      .map(([kind, number]) => `${number} ${kind}`)
      .join(', ')}`,
    ...(result.hasRecordedData ? [] : ['without recorded data: there is no data folder']),
    ...facts.map((name) => {
      const times = tally.get(name) ?? 0;
      return `${name}: ${times} (${((100 * times) / Math.max(1, cases)).toFixed(1)} %)`;
    }),
    ...stageLines(result),
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
