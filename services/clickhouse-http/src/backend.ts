import type { IncomingMessage } from 'node:http';
import type { ParsedRequest } from './http/parse-request.ts';
import type { Answer } from './statements/statement.ts';

/** A request whose body has been read and that can run. */
export interface PreparedRequest {
  /** Runs the statement; called once. @param signal aborts when the client has left */
  run(signal: AbortSignal): Promise<Answer>;
  /** Removes the file of the body, if there is one. */
  discard(): Promise<void>;
}

/** Runs the statements of the HTTP interface, in this process (`full`) or in processes that only read. */
export interface Backend {
  /** The engine's version; undefined before the first statement, when no engine has been started yet. */
  version(): string | undefined;
  /**
   * Reads the request's body, within `bodyMsMax`.
   * @throws ClickHouseHttpError for a request that is refused; its body leaves no file behind
   */
  prepare(request: IncomingMessage, parsed: ParsedRequest, bodyMsMax: number): Promise<PreparedRequest>;
  close(): Promise<void>;
}
