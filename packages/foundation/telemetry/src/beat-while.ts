const INTERVAL_MS = 250;

/** Calls `beat` regularly while a call runs. Only for calls with a time limit of their own, such as to a broker. */
export async function beatWhile<Result>(call: Promise<Result>, beat: (() => void) | undefined): Promise<Result> {
  const timer = setInterval(() => beat?.(), INTERVAL_MS);
  try {
    return await call;
  } finally {
    clearInterval(timer);
    beat?.();
  }
}
