import { setTimeout as sleep } from 'node:timers/promises';

/** One request of the comparison. */
export interface ApiRequest {
  readonly path: string;
  /** Body of a POST; absent: a GET. */
  readonly body?: string;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Headers that differ between equal answers. */
const OWN_HEADERS = new Set(['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding', 'server-timing']);

/** How long a request is asked again while the answer is that there is too much to do. */
const PATIENCE_MS = 60_000;

/**
 * Asks everything, a few requests at a time. The answers come in the order of the requests. What is compared is what
 * is said, not how soon: 503 and 504 on a busy machine are asked again.
 */
export async function askAll(apiUrl: string, requests: readonly ApiRequest[]): Promise<readonly ApiAnswer[]> {
  const answers: ApiAnswer[] = [];
  const ATONCE = 8;
  for (let start = 0; start < requests.length; start += ATONCE) {
    const chunk = requests.slice(start, start + ATONCE);
    answers.push(...(await Promise.all(chunk.map((request) => askPatiently(apiUrl, request)))));
  }
  return answers;
}

async function askPatiently(apiUrl: string, request: ApiRequest): Promise<ApiAnswer> {
  const endMs = performance.now() + PATIENCE_MS;
  for (;;) {
    // A second time: the server may have been closing the connection that the first one was sent on.
    const answer = await ask(apiUrl, request).catch(() => ask(apiUrl, request));
    const isBusy = answer.status === 504 || (answer.status === 503 && 'retry-after' in answer.headers);
    if (!isBusy || performance.now() > endMs) return answer;
    await sleep(500);
  }
}

/** Asks once. */
export async function ask(apiUrl: string, { path, body }: ApiRequest): Promise<ApiAnswer> {
  const response = await fetch(`${apiUrl}${path}`, {
    headers: { 'accept-encoding': 'identity', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !OWN_HEADERS.has(name)));
  return { status: response.status, headers, body: await response.text() };
}

/** Returns the differences between two lists of answers, in words. */
export function differences(
  requests: readonly ApiRequest[],
  left: readonly ApiAnswer[],
  right: readonly ApiAnswer[],
): readonly string[] {
  return requests.flatMap(({ path }, index) => {
    const [one, other] = [partsOf(left[index]), partsOf(right[index])];
    return Object.keys({ ...one, ...other })
      .filter((part) => one[part] !== other[part])
      .map((part) => `${path}: ${part}: ${differingTexts(one[part], other[part]).join(' | ')}`);
  });
}

function partsOf(answer: ApiAnswer | undefined): Readonly<Record<string, string>> {
  return answer === undefined ? {} : { status: String(answer.status), body: answer.body, ...answer.headers };
}

const SHOWN_CHARACTERS = 300;
/** Of what is equal before the first difference. */
const SHOWN_BEFORE = 80;

/** Both texts around their first difference. */
function differingTexts(left: string | undefined, right: string | undefined): readonly string[] {
  let equal = 0;
  while (equal < (left ?? '').length && left?.[equal] === right?.[equal]) equal += 1;
  const from = Math.max(0, equal - SHOWN_BEFORE);
  return [left, right].map((text) => (text === undefined ? 'absent' : text.slice(from, from + SHOWN_CHARACTERS)));
}
