/** When to stop calling a server that does not answer, and when to call it again. */
export interface BreakerOptions {
  /** Failures in a row that open it. */
  readonly failuresMax: number;
  /** How long it stays open before one call is let through as a probe. */
  readonly openMs: number;
  /** A clock in milliseconds that is never set back. */
  readonly nowMs: () => number;
}

/**
 * A circuit breaker. Closed: every call is allowed. Open: none is. After `openMs` one call is allowed as a probe: its
 * success closes the breaker, its failure opens it for another `openMs`. A probe that never reports counts as a failure
 * after `openMs`, so the breaker cannot stay half open for ever.
 */
export interface Breaker {
  /** Whether a call may be made now. After `true`, the caller reports `succeeded` or `failed`. */
  mayCall(): boolean;
  succeeded(): void;
  failed(): void;
  isOpen(): boolean;
}

export function createBreaker({ failuresMax, openMs, nowMs }: BreakerOptions): Breaker {
  let failures = 0;
  let nextProbeAtMs = 0;
  const isOpen = () => failures >= failuresMax;
  return {
    isOpen,
    mayCall() {
      if (!isOpen()) return true;
      if (nowMs() < nextProbeAtMs) return false;
      nextProbeAtMs = nowMs() + openMs;
      return true;
    },
    succeeded() {
      failures = 0;
    },
    failed() {
      failures = Math.min(failures + 1, failuresMax);
      if (isOpen()) nextProbeAtMs = nowMs() + openMs;
    },
  };
}
