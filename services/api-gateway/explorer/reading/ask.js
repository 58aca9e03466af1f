/** A request that the API refused, or that had no answer. Its text is for a person. */
export class AskError extends Error {
  /**
   * @param {string} message
   * @param {number} status 0: there was no answer
   */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** How long the page waits for an answer. */
const WAITING_MS_MAX = 20_000;
/** Pauses before a request is sent again to a server that was too busy for it. */
const BUSY_PAUSES_MS = [500, 2_000];

/**
 * @callback Ask asks the API of this server
 * @param {string} path below `/api/v3/`
 * @param {Readonly<Record<string, Value>>} [query]
 * @param {{ readonly body?: unknown, readonly isPatient?: boolean }} [options] `isPatient: false`: what is not
 * there yet (503) is not asked for again
 * @returns {Promise<any>} checked by nothing: the API is of the same release
 *
 * @typedef {string | number | boolean | readonly string[] | undefined} Value
 */

/**
 * Returns a function that asks the API until the signal aborts.
 *
 * @param {AbortSignal} signal
 * @returns {Ask}
 */
export function createAsk(signal) {
  return async function ask(path, query = {}, { body, isPatient = true } = {}) {
    const url = new URL(`api/v3/${path}`, document.baseURI);
    for (const [name, value] of Object.entries(query)) {
      for (const one of Array.isArray(value) ? value : [value]) {
        if (one !== undefined) url.searchParams.append(name, String(one));
      }
    }
    const ends = AbortSignal.any([signal, AbortSignal.timeout(WAITING_MS_MAX)]);
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const options = { signal: ends, ...(body === undefined ? {} : post) };
    for (const pauseMs of BUSY_PAUSES_MS) {
      try {
        return await answerOf(url, options, signal);
      } catch (error) {
        if (!isBusy(error) || (!isPatient && error.status === 503)) throw error;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
    return await answerOf(url, options, signal);
  };
}

/**
 * @param {unknown} error
 * @returns {error is AskError}
 */
const isBusy = (error) => error instanceof AskError && (error.status === 503 || error.status === 504);

/**
 * @param {URL} url
 * @param {RequestInit} options
 * @param {AbortSignal} signal
 */
async function answerOf(url, options, signal) {
  let status = 0;
  try {
    const response = await fetch(url, options);
    ({ status } = response);
    const answer = await response.json();
    if (response.ok) return answer;
    throw new AskError(typeof answer.error === 'string' ? answer.error : `status ${status}`, status);
  } catch (error) {
    if (error instanceof AskError || signal.aborted) throw error;
    throw new AskError(
      status === 0 ? 'The server did not answer.' : `The answer is broken (status ${status}).`,
      status,
    );
  }
}
