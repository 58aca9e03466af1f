/** What a step has come to when its time was over first. */
export const CUT_OFF = Symbol('cut off');

/**
 * Waits for work until a signal aborts. Work that goes on then is handed to `leave`.
 *
 * @throws what the work failed with before that
 */
export async function orCutOff<Result>(
  work: Promise<Result>,
  over: AbortSignal,
  leave: (rest: Promise<unknown>) => void,
): Promise<Result | typeof CUT_OFF> {
  let stop: (() => void) | undefined;
  const cutOff = new Promise<typeof CUT_OFF>((resolve) => {
    stop = () => resolve(CUT_OFF);
    if (over.aborted) stop();
    else over.addEventListener('abort', stop, { once: true });
  });
  try {
    const result = await Promise.race([work, cutOff]);
    if (result === CUT_OFF) leave(work);
    return result;
  } finally {
    if (stop !== undefined) over.removeEventListener('abort', stop);
  }
}
