import type { IncomingMessage } from 'node:http';
import { malformedRequestError, notSupportedError } from '../errors.ts';
import { contentEncodings } from '../result/pack-pieces.ts';
import type { Packing } from '../statements/statement.ts';

/** A request of ClickHouse's HTTP interface, after its address and headers were read. */
export interface ParsedRequest {
  /** The SQL in the address. The body continues it, or is the data of its INSERT. */
  readonly query: string;
  readonly database: string | undefined;
  readonly defaultFormat: string;
  readonly queryId: string | undefined;
  /** The client wants its requests to share settings and temporary tables. */
  readonly isSessionAsked: boolean;
  readonly isWaitingForEnd: boolean;
  readonly packing: Packing;
  /** `client_protocol_version`: the revision of the Native format that the client can read. */
  readonly nativeRevision: number;
  /** Values of `{name:Type}` placeholders. */
  readonly parameters: ReadonlyMap<string, string>;
  /** All other parameters of the address, which are settings, as in ClickHouse. */
  readonly settings: ReadonlyMap<string, string>;
}

/** Parameters of the HTTP interface itself, which are not settings. */
const ownNames: ReadonlySet<string> = new Set([
  ...'query database default_format query_id wait_end_of_query user password quota_key role'.split(' '),
  ...'session_id session_timeout session_check close_session compress decompress buffer_size'.split(' '),
  ...'stacktrace add_http_cors_header client_protocol_version param_'.split(' '),
]);

/**
 * Settings of a server's HTTP layer. They do not change the content of an answer, and the embedded engine lacks them.
 */
const isTransportSetting = (name: string): boolean =>
  name === 'enable_http_compression' || name === 'send_progress_in_http_headers' || name.startsWith('http_');

const safeName = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
const formatName = /^[A-Za-z][A-Za-z0-9]{0,63}$/;

/** Reads address and headers. @throws ClickHouseHttpError when they are malformed or ask for something unsupported */
export function parseRequest(request: IncomingMessage, address: URL): ParsedRequest {
  const { searchParams } = address;
  const header = (name: string): string | undefined => {
    const value = request.headers[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  if (isOn(searchParams.get('decompress'))) {
    throw notSupportedError("decompress=1 (ClickHouse's own compression) is not supported here; use HTTP compression");
  }
  const defaultFormat = searchParams.get('default_format') ?? header('x-clickhouse-format') ?? 'TabSeparated';
  if (!formatName.test(defaultFormat)) throw malformedRequestError('default_format is not the name of a format');
  const parameters = new Map<string, string>();
  const settings = new Map<string, string>();
  for (const [name, value] of searchParams) {
    if (ownNames.has(name) || isTransportSetting(name)) continue;
    if (!safeName.test(name)) throw malformedRequestError('A parameter in the address has a name no setting can have');
    if (name.startsWith('param_')) parameters.set(name.slice('param_'.length), value);
    else settings.set(name, value);
  }
  const queryId = searchParams.get('query_id') ?? header('x-clickhouse-query-id');
  return {
    query: searchParams.get('query') ?? '',
    database: searchParams.get('database') ?? header('x-clickhouse-database'),
    defaultFormat,
    queryId: queryId !== undefined && /^[\x21-\x7e]{1,128}$/.test(queryId) ? queryId : undefined,
    isSessionAsked: searchParams.has('session_id'),
    isWaitingForEnd: isOn(searchParams.get('wait_end_of_query')),
    packing: isOn(searchParams.get('compress'))
      ? 'click-house-blocks'
      : httpPacking(searchParams, header('accept-encoding') ?? ''),
    nativeRevision: revisionOf(searchParams.get('client_protocol_version')),
    parameters,
    settings,
  };
}

/**
 * HTTP compression, if the request asks for it (`enable_http_compression=1`) and the client accepts a supported one.
 */
function httpPacking(searchParams: URLSearchParams, accepted: string): Packing {
  if (!isOn(searchParams.get('enable_http_compression'))) return 'plain';
  const names = accepted
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.replace(/;.*$/s, '').trim().toLowerCase());
  return contentEncodings.find((encoding) => names.includes(encoding)) ?? 'plain';
}

function revisionOf(text: string | null): number {
  if (text === null || text === '') return 0;
  if (!/^\d{1,6}$/.test(text)) throw malformedRequestError('client_protocol_version is not a whole number');
  return Number(text);
}

function isOn(value: string | null): boolean {
  return value === '1' || value === 'true';
}
