import { TonriverError } from '@tonriver/errors';
import type { AcceptedMessage } from '../chain/accept-messages.ts';
import type { ChainThread } from '../thread/start-chain-thread.ts';
import { type Answer, errorAnswer, jsonAnswer, type Route, type RouteRequest } from './answer.ts';
import { bytesOfBase64, type ReadObject } from './read-body.ts';

/** The routes by which messages come in, by method and path. */
export function sendRoutes(chain: Pick<ChainThread, 'send'>, readObject: ReadObject): Readonly<Record<string, Route>> {
  const version2 = (resultOf: (accepted: AcceptedMessage) => unknown): Route => {
    return async ({ request }) => {
      const startedMs = performance.now();
      const outcome = await sendBoc(chain, () => readObject(request), version2Texts);
      const extra = `${Math.floor(Date.now() / 1000)}:_:${(performance.now() - startedMs).toFixed(3)}`;
      if ('accepted' in outcome) {
        const { accepted } = outcome;
        const headers = { ...CROSS_ORIGIN, ...afterSeqnoHeader(accepted) };
        return jsonAnswer(200, { ok: true, result: resultOf(accepted), '@extra': extra }, headers);
      }
      const { status, text, headers } = outcome;
      const body = { ok: false, error: text, code: status, '@extra': extra };
      return jsonAnswer(status, body, { ...CROSS_ORIGIN, ...headers });
    };
  };
  return {
    'POST /api/v2/sendBoc': version2(() => ({ '@type': 'ok' })),
    'POST /api/v2/sendBocReturnHash': version2(({ hash, normalisedHash }) => {
      return { '@type': 'raw.extMessageInfo', hash: base64(hash), hash_norm: base64(normalisedHash) };
    }),
    'POST /api/v3/message': async ({ request }) => {
      const outcome = await sendBoc(chain, () => readObject(request), version3Texts);
      if (!('accepted' in outcome))
        return errorAnswer(outcome.status, outcome.text, { ...CROSS_ORIGIN, ...outcome.headers });
      const { hash, normalisedHash } = outcome.accepted;
      const body = { message_hash: base64(hash), message_hash_norm: base64(normalisedHash) };
      return jsonAnswer(200, body, CROSS_ORIGIN);
    },
    'OPTIONS /api/v2/sendBoc': preflight,
    'OPTIONS /api/v2/sendBocReturnHash': preflight,
    'OPTIONS /api/v3/message': preflight,
  };
}

/** Any page may send messages: they are signed by whoever made them. */
const CROSS_ORIGIN = { 'access-control-allow-origin': '*' };

/** For the gateway: rounds up to this one need not be looked through for the message. */
function afterSeqnoHeader({ afterSeqno }: AcceptedMessage): Readonly<Record<string, string>> {
  return afterSeqno === undefined ? {} : { 'after-seqno': String(afterSeqno) };
}

function preflight(_request: RouteRequest): Promise<Answer> {
  const headers = {
    ...CROSS_ORIGIN,
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-allow-headers': 'Content-Type, X-API-Key, X-Ton-Client-Version',
    'access-control-max-age': '86400',
  };
  return Promise.resolve({ status: 204, body: '', headers });
}

type Outcome = { readonly accepted: AcceptedMessage } | SendRefusal;

interface SendRefusal extends Refusal {
  readonly headers: Readonly<Record<string, string>>;
}

interface Refusal {
  readonly status: number;
  readonly text: string;
}

/** How a version of the API words what is wrong with a request. */
interface RequestTexts {
  readonly badBody: (why: string) => Refusal;
  readonly missing: Refusal;
  readonly empty: Refusal;
  readonly notBase64: Refusal;
}

const PARSE = 'failed to parse post request: ';

export const version2Texts: RequestTexts = {
  badBody: (why) => ({ status: 422, text: PARSE + why }),
  missing: { status: 422, text: `${PARSE}Field 'boc' is missing` },
  empty: { status: 422, text: 'empty boc' },
  notBase64: { status: 422, text: `${PARSE}invalid base64 encoded bytes` },
};

const version3Texts: RequestTexts = {
  badBody: (why) => ({ status: 400, text: why }),
  missing: { status: 401, text: 'boc is required' },
  empty: { status: 401, text: 'boc is required' },
  notBase64: version2Texts.notBase64,
};

async function sendBoc(
  chain: Pick<ChainThread, 'send'>,
  readObject: () => Promise<Readonly<Record<string, unknown>>>,
  texts: RequestTexts,
): Promise<Outcome> {
  try {
    const { boc } = await readObject();
    const refused = (refusal: Refusal): Outcome => ({ ...refusal, headers: {} });
    if (boc === undefined || boc === null) return refused(texts.missing);
    if (boc === '') return refused(texts.empty);
    const bytes = typeof boc === 'string' ? bytesOfBase64(boc) : undefined;
    return bytes === undefined ? refused(texts.notBase64) : { accepted: await chain.send(bytes) };
  } catch (error) {
    const refusal = error instanceof TonriverError ? refusalOf(error, texts) : undefined;
    if (refusal === undefined) throw error;
    return refusal;
  }
}

/** Undefined for an error that no caller causes. */
export function refusalOf(error: TonriverError, texts: RequestTexts): SendRefusal | undefined {
  switch (error.code) {
    case 'bad_request':
      return { ...texts.badBody(error.message), headers: {} };
    case 'bad_message':
      return { status: 500, text: `LITE_SERVER_UNKNOWN: ${error.message}`, headers: {} };
    case 'bad_bag':
      return { status: 500, text: `INVALID_BAG_OF_CELLS: ${error.message}`, headers: {} };
    case 'message_refused':
      return { status: 500, text: `LITE_SERVER_UNKNOWN: ${error.message}`, headers: {} };
    case 'overloaded':
    case 'thread_ended':
      return { status: 503, text: error.message, headers: { 'retry-after': retryAfter(error) } };
    default:
      return undefined;
  }
}

/** Whole seconds, at least one. */
export function retryAfter({ fields }: TonriverError): string {
  const { retryAfterMs } = fields;
  return String(Math.max(1, Math.ceil((typeof retryAfterMs === 'number' ? retryAfterMs : 1_000) / 1_000)));
}

export function base64(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64');
}
