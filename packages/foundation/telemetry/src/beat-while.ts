const INTERVAL_MS = 250;

/** Gives signs of life while a call is under way that is bounded by itself: one that waits for a broker, say. */
export async function beatWhile<Result>(call: Promise<Result>, beat: (() => void) | undefined): Promise<Result> {
  const timer = setInterval(() => beat?.(), INTERVAL_MS);
  try {
    return await call;
  } finally {
    clearInterval(timer);
    beat?.();
  }
}
