/** When to stop asking something that does not answer, and when to ask again. */
export interface BreakerOptions {
  /** Failures in a row that open it. */
  readonly failuresMax: number;
  /** How long it stays open before one call is let through as a probe. */
  readonly openMs: number;
  /** A clock that never goes back, in milliseconds. */
  readonly nowMs: () => number;
}

/**
 * A circuit breaker. Closed: every call passes. Open: none does. After `openMs` one call passes as a probe: its success
 * closes the breaker, its failure opens it for another `openMs`. A probe that never reports is taken for a failure
 * after `openMs` too, so the breaker cannot stay half open for ever.
 */
export interface Breaker {
  /** Whether a call may be made now. Who gets `true` reports `succeeded` or `failed` afterwards. */
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
