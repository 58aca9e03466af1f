import { type Finding, nameText } from './finding.ts';
import type { ProofSummary, VerifyResult } from './verify-stored.ts';

/** Reports a run: as text while it runs, or as one JSON document at its end. */
export interface Report {
  readonly progress: (progress: { readonly proof: string; readonly counts: ReadonlyMap<string, number> }) => void;
  readonly proof: (summary: ProofSummary) => void;
  readonly end: (place: string, result: VerifyResult) => void;
}

const REDRAW_MS = 200;

/** Writes text: a line per proof and per finding; on a terminal also what is being checked right now. */
export function createTextReport(write: (text: string) => void, isTerminal: boolean, now = Date.now): Report {
  let drawnAtMs = 0;
  const clear = isTerminal ? '\r\u001b[K' : '';
  return {
    progress({ proof, counts }) {
      if (!isTerminal || now() - drawnAtMs < REDRAW_MS) return;
      drawnAtMs = now();
      write(`${clear}… ${proof}: ${countsText(Object.fromEntries(counts))}`.slice(0, 160));
    },
    proof(summary) {
      const { name, counts, findings, isCut, durationMs } = summary;
      const mark = findings.length === 0 ? '✓' : '✗';
      write(`${clear}${mark} ${name} (${(durationMs / 1000).toFixed(1)} s): ${countsText(counts)}\n`);
      for (const finding of findings) write(`    ${findingText(finding)}\n`);
      if (isCut) write('    … and perhaps more: this proof stopped here\n');
    },
    end(place, { ranges, findingCount, notExamined }) {
      const rounds = ranges.map(({ first, last }) => (first === last ? `${first}` : `${first} to ${last}`));
      write(`${place}: ${rounds.length === 0 ? 'no complete rounds' : `rounds ${rounds.join(', ')}`}\n`);
      for (const { name, reason } of notExamined) write(`– ${name}: not examined: ${reason}\n`);
      const isAll = notExamined.length === 0;
      const nothing = isAll ? 'Nothing is wrong.\n' : 'Nothing is wrong with what was examined.\n';
      write(findingCount === 0 ? nothing : `${findingCount} finding(s): something is wrong.\n`);
    },
  };
}

/**
 * Writes one JSON document: `{ place, ranges, findingCount, notExamined: [{ name, reason }], proofs: [{ name, promise,
 * counts, findings, isCut, durationMs }] }`.
 */
export function createJsonReport(write: (text: string) => void): Report {
  return {
    progress: () => undefined,
    proof: () => undefined,
    end: (place, result) => write(`${JSON.stringify({ place, ...result }, undefined, 2)}\n`),
  };
}

function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
    .join(', ');
}

/** `transactions (workchain 0, account ab…, lt 5): is missing …`. */
function findingText(finding: Finding): string {
  const or = finding.or === undefined ? '' : ` [or ${nameText(finding.or)} is wrong]`;
  return `${nameText(finding)}: ${finding.problem}${or}`;
}
