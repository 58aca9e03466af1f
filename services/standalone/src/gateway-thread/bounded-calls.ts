/** What callers get of a service that does not answer. */
interface CallBounds {
  /** Calls that have no answer yet. */
  readonly callsMax: number;
  /** An answer that comes later is not waited for. */
  readonly answerMsMax: number;
  readonly overloaded: () => Error;
  readonly timedOut: () => Error;
}

/** A caller who has left waits so long for the service's own reason. */
const ABORTED_MS_MAX = 500;

type Method = (...values: readonly never[]) => Promise<unknown>;

/**
 * Bounds the calls of a service of another thread in number and time. Its own bounds do nothing while that thread is
 * busy, and calls to it would pile up.
 */
export function boundedCalls<Methods extends Readonly<Record<string, Method>>>(
  methods: Methods,
  { callsMax, answerMsMax, overloaded, timedOut }: CallBounds,
): Methods {
  let running = 0;
  const call = async (method: Method, values: readonly never[]): Promise<unknown> => {
    // A call is counted until its answer comes, though nobody waits for it any more: until then it takes memory.
    if (running >= callsMax) throw overloaded();
    running += 1;
    const answer = method(...values).finally(() => (running -= 1));
    return await untilLate(answer, { signal: signalOf(values), answerMsMax, timedOut });
  };
  const entries = Object.entries(methods).map(([name, method]) => [
    name,
    (...values: readonly never[]) => call(method, values),
  ]);
  return Object.fromEntries(entries) as Methods;
}

async function untilLate(
  answer: Promise<unknown>,
  { signal, answerMsMax, timedOut }: Pick<CallBounds, 'answerMsMax' | 'timedOut'> & { signal: AbortSignal | undefined },
): Promise<unknown> {
  let fail: () => void = () => undefined;
  const late = new Promise<never>((_resolve, reject) => (fail = () => reject(timedOut())));
  let timer = setTimeout(fail, answerMsMax);
  const hurry = (): void => {
    clearTimeout(timer);
    timer = setTimeout(fail, ABORTED_MS_MAX);
  };
  if (signal?.aborted === true) hurry();
  signal?.addEventListener('abort', hurry, { once: true });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', hurry);
  }
}

function signalOf(values: readonly unknown[]): AbortSignal | undefined {
  const options = values.at(-1);
  if (typeof options !== 'object' || options === null || !('signal' in options)) return undefined;
  return options.signal instanceof AbortSignal ? options.signal : undefined;
}
