import type { EmulatedTraceAnswer } from '@tonriver/api-model';
import type { PendingTrace } from '@tonriver/pending-store';
import type { LiveTrace } from '../traces/live-trace.ts';
import type { EmulationOutcome } from './emulate-live-trace.ts';
import { finishedTrace, pendingTraceOf, refusedTrace } from './pending-trace-of.ts';

/** Keeps what emulation at a round said. */
export function keepOutcome(
  trace: LiveTrace,
  outcome: EmulationOutcome,
  { seqno, nowMs }: { readonly seqno: number; readonly nowMs: number },
): void {
  trace.emulatedAtMs = nowMs;
  trace.toldAtMs ??= nowMs;
  trace.isTried = true;
  trace.failures = 0;
  trace.longFailures = 0;
  trace.knownMinedCount = trace.mined.length;
  if (outcome.kind === 'refused') {
    trace.prediction = undefined;
    trace.isBehind = false;
    trace.predictedCount = 0;
    trace.kept = refusedTrace(trace, outcome.reason, seqno);
  } else {
    trace.prediction = outcome.prediction;
    trace.isBehind = outcome.isBehind;
    trace.kept = pendingTraceOf(trace, outcome.prediction);
    trace.predictedCount = predictedIn(trace.kept);
  }
  trace.keptBytes = memoryOf(trace.kept, trace.prediction);
  trace.isUnwritten = true;
}

/** Replaces what was written of a trace by what blocks have of it: readers have its actions, nobody emulates it. */
export function replaceByFinished(trace: LiveTrace): void {
  trace.emulateFromMs = undefined;
  trace.isTried = true;
  trace.prediction = undefined;
  trace.knownMinedCount = trace.mined.length;
  trace.predictedCount = 0;
  trace.kept = finishedTrace(trace);
  trace.keptBytes = memoryOf(trace.kept, undefined);
  trace.isUnwritten = true;
}

/** The transactions of a trace that no block has. */
function predictedIn({ parts }: PendingTrace): number {
  return parts.reduce((sum, { places }) => sum + places.filter((place) => place === null).length, 0);
}

/** About the memory of a trace as it is kept, and of the states that others are emulated behind. */
function memoryOf(kept: PendingTrace, prediction: EmulatedTraceAnswer | undefined): number {
  const parts = kept.parts.reduce((sum, { content }) => sum + content.length, 0);
  const states = Object.values(prediction?.states ?? {}).reduce((sum, boc) => sum + boc.length, 0);
  return parts + states + JSON.stringify(kept.actions).length;
}
