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

/** Headers that differ from answer to answer. */
const OWN_HEADERS = new Set(['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding', 'server-timing']);

/** Asks everything, a few requests at a time. The answers come in the order of the requests. */
export async function askAll(apiUrl: string, requests: readonly ApiRequest[]): Promise<readonly ApiAnswer[]> {
  const answers: ApiAnswer[] = [];
  const ATONCE = 8;
  for (let start = 0; start < requests.length; start += ATONCE) {
    const chunk = requests.slice(start, start + ATONCE);
    answers.push(...(await Promise.all(chunk.map((request) => ask(apiUrl, request)))));
  }
  return answers;
}

async function ask(apiUrl: string, { path, body }: ApiRequest): Promise<ApiAnswer> {
  const response = await fetch(`${apiUrl}${path}`, {
    headers: { 'accept-encoding': 'identity', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !OWN_HEADERS.has(name)));
  return { status: response.status, headers, body: await response.text() };
}

/** What differs between two rounds of answers, in words: empty when the two forms are one to a client. */
export function differences(
  requests: readonly ApiRequest[],
  left: readonly ApiAnswer[],
  right: readonly ApiAnswer[],
): readonly string[] {
  return requests.flatMap(({ path }, index) => {
    const [one, other] = [partsOf(left[index]), partsOf(right[index])];
    return Object.keys({ ...one, ...other })
      .filter((part) => one[part] !== other[part])
      .map((part) => `${path}: ${part}: ${shortly(one[part])} | ${shortly(other[part])}`);
  });
}

function partsOf(answer: ApiAnswer | undefined): Readonly<Record<string, string>> {
  return answer === undefined ? {} : { status: String(answer.status), body: answer.body, ...answer.headers };
}

const SHOWN_CHARACTERS = 300;

function shortly(text: string | undefined): string {
  return text === undefined ? 'absent' : text.slice(0, SHOWN_CHARACTERS);
}
