import type { RequestListener } from 'node:http';

/** What answers at the port of the API beside it. */
export interface AnswerBeside {
  /** Its paths begin with this: `/devnet/`. */
  readonly prefix: string;
  readonly answer: RequestListener;
}

/**
 * Gives the paths of another service to it, before anything is done for them: the API allows requests of every web
 * page, and these paths may be for their operator alone.
 */
export function withAnswerBeside(api: RequestListener, beside: AnswerBeside | undefined): RequestListener {
  if (beside === undefined) return api;
  const { prefix, answer } = beside;
  return function answerEither(request, response) {
    if (request.url?.startsWith(prefix) === true) answer(request, response);
    else api(request, response);
  };
}
