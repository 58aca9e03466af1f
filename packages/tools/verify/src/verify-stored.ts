import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { type Finding, nameText } from './finding.ts';
import type { Proof, RoundRange } from './proof.ts';
import { allProofs, slowProofName } from './proofs/all-proofs.ts';
import { readRanges } from './ranges.ts';

export interface VerifyOptions {
  /** Also rebuild every transaction cell. */
  readonly withCells?: boolean;
  /** The data directory, when no process uses it: its event log and cells are examined too. */
  readonly dataDirectory?: string;
  /** Names of the proofs to run; default: all. */
  readonly proofs?: readonly string[];
  /** A proof stops after this number of findings; default 1000. */
  readonly findingsMax?: number;
  /** True when somebody may be writing: a finding counts only if it is found again a little later. */
  readonly isLive?: boolean;
  readonly onFinding?: (finding: Finding) => void;
  readonly onProgress?: (progress: { readonly proof: string; readonly counts: ReadonlyMap<string, number> }) => void;
  readonly onProof?: (summary: ProofSummary) => void;
}

export interface ProofSummary {
  readonly name: string;
  readonly promise: string;
  /** Counts of checked and of exempt rows, by name. */
  readonly counts: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
  /** True when the proof stopped at its largest number of findings. */
  readonly isCut: boolean;
  readonly durationMs: number;
}

/** A proof that was not run, and why. */
interface NotExamined {
  readonly name: string;
  readonly reason: string;
}

export interface VerifyResult {
  readonly ranges: readonly RoundRange[];
  readonly proofs: readonly ProofSummary[];
  /** Proofs that were not run: a reader could take them for passed. */
  readonly notExamined: readonly NotExamined[];
  readonly findingCount: number;
}

const FINDINGS_MAX = 1000;
/** A writer needs at most this time between the first and the last row of a batch. */
const SECOND_LOOK_MS = 3000;

/**
 * Runs the proofs of completeness over the stored data.
 *
 * @throws any error of the store: then nothing is proved either way
 */
export async function verifyStored(store: ClickHouseStore, options: VerifyOptions = {}): Promise<VerifyResult> {
  const notExamined: NotExamined[] = [];
  for (const proof of allProofs) {
    const reason = reasonAgainst(proof, options) ?? (await hindranceOf(store, proof, options));
    if (reason !== undefined) notExamined.push({ name: proof.name, reason });
  }
  const chosen = allProofs.filter(({ name }) => !notExamined.some((other) => other.name === name));
  const summaries: ProofSummary[] = [];
  for (const proof of chosen) {
    let summary = await runProof(store, proof, options);
    if (options.isLive === true && summary.findings.length > 0) {
      await sleep(SECOND_LOOK_MS);
      const before = new Set(summary.findings.map(findingKey));
      const again = await runProof(store, proof, options);
      summary = { ...again, findings: again.findings.filter((finding) => before.has(findingKey(finding))) };
    }
    for (const finding of summary.findings) options.onFinding?.(finding);
    options.onProof?.(summary);
    summaries.push(summary);
  }
  return {
    ranges: await readRanges(store),
    proofs: summaries,
    notExamined,
    findingCount: summaries.reduce((total, { findings }) => total + findings.length, 0),
  };
}

function reasonAgainst(proof: Proof, { proofs, withCells }: VerifyOptions): string | undefined {
  if (proofs?.includes(proof.name) === false) return 'not asked for';
  if (proof.name === slowProofName && proofs === undefined && withCells !== true) return 'takes long: --cells runs it';
  return undefined;
}

async function hindranceOf(
  store: ClickHouseStore,
  proof: Proof,
  { dataDirectory }: VerifyOptions,
): Promise<string | undefined> {
  return await proof.hindrance?.({ dataDirectory, store, ranges: await readRanges(store) });
}

async function runProof(store: ClickHouseStore, proof: Proof, options: VerifyOptions): Promise<ProofSummary> {
  const startMs = performance.now();
  const counts = new Map<string, number>();
  const findings = new Map<string, Finding>();
  const findingsMax = options.findingsMax ?? FINDINGS_MAX;
  // Read again for each proof, because the ranges grow while somebody writes.
  const ranges = await readRanges(store);
  const count = (what: string, by: number): void => {
    counts.set(what, (counts.get(what) ?? 0) + by);
    options.onProgress?.({ proof: proof.name, counts });
  };
  let isCut = false;
  for await (const problem of proof.run({ store, ranges, count, dataDirectory: options.dataDirectory })) {
    const finding = { proof: proof.name, ...problem };
    findings.set(findingKey(finding), finding);
    isCut = findings.size >= findingsMax;
    if (isCut) break;
  }
  return {
    name: proof.name,
    promise: proof.promise,
    counts: Object.fromEntries(counts),
    findings: [...findings.values()],
    isCut,
    durationMs: performance.now() - startMs,
  };
}

function findingKey(finding: Finding): string {
  return `${nameText(finding)} ${finding.problem}`;
}
