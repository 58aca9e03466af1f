import { serverCodeOf } from '@tonriver/clickhouse';
import { ClickHouseHttpError, StatementFailedError } from '../errors.ts';

/** The answer of ClickHouse's HTTP interface to a request that failed. */
export interface ErrorAnswer {
  readonly status: number;
  readonly serverCode: number;
  readonly body: string;
}

// ClickHouse's own statuses (src/Server/HTTP/exceptionCodeToHTTPStatus.cpp), for the codes that occur here.
const statusByServerCode: ReadonlyMap<number, number> = new Map([
  ...[46, 47, 50, 60, 63, 80, 81, 83, 115].map((code) => [code, 404] as const), // UNKNOWN_…
  ...[6, 26, 27, 33, 36, 38, 41, 42, 43, 53, 62, 69, 70, 72, 117, 131, 441, 456, 457].map(
    (code) => [code, 400] as const,
  ),
  ...[164, 192, 193, 194, 195, 291, 497, 516].map((code) => [code, 403] as const),
  ...[159, 160, 209].map((code) => [code, 408] as const),
  [48, 501],
  ...[202, 241, 252, 745].map((code) => [code, 503] as const),
]);

/** The answer to a failed request. Undefined for an unexpected error, which must not look like one of ClickHouse's. */
export function errorAnswerOf(error: unknown, version: string | undefined): ErrorAnswer | undefined {
  if (error instanceof ClickHouseHttpError) {
    const { status, serverCode, serverName } = error;
    const body = `Code: ${serverCode}. DB::Exception: ${error.message}. (${serverName})${versionText(version)}\n`;
    return { status, serverCode, body };
  }
  if (error instanceof StatementFailedError) {
    const { status, serverCode, body } = error;
    return body === undefined ? undefined : { status, serverCode, body };
  }
  const serverCode = serverCodeOf(error);
  if (serverCode === undefined || !(error instanceof Error)) return undefined;
  return {
    status: statusByServerCode.get(serverCode) ?? 500,
    serverCode,
    body: `${error.message.trim()}${versionText(version)}\n`,
  };
}

/** The end of a server's error texts; empty when the engine's version is unknown. */
export function versionText(version: string | undefined): string {
  return version === undefined ? '' : ` (version ${version})`;
}
