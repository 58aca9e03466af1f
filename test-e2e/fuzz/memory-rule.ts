import type { MemorySample } from './fuzz-child.ts';

const mebibyte = 2 ** 20;

/** Growth between the second and the last fifth of a run that is allowed as noise of the allocator. */
const growthRatioMax = 1.15;
const growthBytesMax = 24 * mebibyte;
/** The most memory of a case, in addition to the corpus. */
const peakBytesMax = 1536 * mebibyte;
/** With fewer samples there is no verdict. */
const samplesMin = 20;

export interface MemoryVerdict {
  readonly isJudged: boolean;
  readonly isFlat: boolean;
  readonly text: string;
}

/**
 * Compares the last fifth of a process's life with its second fifth (the first warms up caches and compilers): medians
 * of resident memory, and of the heap after a collection, which shows a leak much earlier.
 */
export function judgeMemory(samples: readonly MemorySample[], peakBytes: number): MemoryVerdict {
  const fifth = Math.floor(samples.length / 5);
  const early = samples.slice(fifth, fifth * 2);
  const late = samples.slice(samples.length - fifth);
  const isJudged = samples.length >= samplesMin;
  const [residentBefore, residentAfter] = [early, late].map((part) => median(part.map((one) => one.residentBytes)));
  const [heapBefore, heapAfter] = [early, late].map((part) => median(part.map((one) => one.heapBytes)));
  const grows = (before = 0, after = 0): boolean => after > before * growthRatioMax + growthBytesMax;
  const isFlat =
    !isJudged || (!grows(residentBefore, residentAfter) && !grows(heapBefore, heapAfter) && peakBytes <= peakBytesMax);
  const text =
    `resident ${inMebibytes(residentBefore)} → ${inMebibytes(residentAfter)} MiB, ` +
    `heap ${inMebibytes(heapBefore)} → ${inMebibytes(heapAfter)} MiB, peak ${inMebibytes(peakBytes)} MiB ` +
    `over ${samples.length} samples: ${isJudged ? (isFlat ? 'flat' : 'GROWS') : 'too few to judge'}`;
  return { isJudged, isFlat, text };
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? 0;
}

function inMebibytes(bytes = 0): number {
  return Math.round(bytes / mebibyte);
}
