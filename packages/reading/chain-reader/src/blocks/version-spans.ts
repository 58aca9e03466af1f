/** Masterchain blocks with one configuration: from its key block to the last known one. */
interface VersionSpan {
  readonly keySeqno: number;
  lastSeqno: number;
  readonly version: number;
}

/** Global versions by round. Known for all rounds between known ones. */
export interface VersionSpans {
  find(round: number): number | undefined;
  /** `keySeqno` must be the newest key block at or before `seqno`. */
  learn(span: { readonly keySeqno: number; readonly seqno: number }, version: number): void;
}

/** A cached span never becomes wrong, because a new key block comes after all spans. */
export function createVersionSpans({ entriesMax }: { readonly entriesMax: number }): VersionSpans {
  /** By ascending key block. */
  const spans: VersionSpan[] = [];

  /** Returns how many spans begin at or before a masterchain block. */
  const countUpTo = (seqno: number): number => {
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spans[middle]?.keySeqno ?? Number.POSITIVE_INFINITY) <= seqno) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    find(round) {
      const span = spans[countUpTo(round) - 1];
      return span !== undefined && round <= span.lastSeqno ? span.version : undefined;
    },
    learn({ keySeqno, seqno }, version) {
      const at = countUpTo(keySeqno);
      const known = spans[at - 1];
      if (known?.keySeqno === keySeqno) {
        known.lastSeqno = Math.max(known.lastSeqno, seqno);
        return;
      }
      spans.splice(at, 0, { keySeqno, lastSeqno: seqno, version });
      if (spans.length > entriesMax) spans.shift();
    },
  };
}
