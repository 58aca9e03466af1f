import type { IncomingMessage } from 'node:http';
import type { ParsedRequest } from './http/parse-request.ts';
import type { Answer } from './statements/statement.ts';

/** A request whose body is read, ready to run when there is a place for it. */
export interface PreparedRequest {
  /** Called once, in a place. @param signal aborts when the client has left */
  run(signal: AbortSignal): Promise<Answer>;
  /** Lets go of what the body left behind. */
  discard(): Promise<void>;
}

/** What stands behind the HTTP interface: the engine in this process, or processes that only read. */
export interface Backend {
  /** The engine's version; undefined while no statement has been asked for and nothing was started for one. */
  version(): string | undefined;
  /**
   * Reads what the request's body has to say, which ends within `bodyMsMax`.
   * @throws ClickHouseHttpError for a request that is not answered here; nothing of its body is left then
   */
  prepare(request: IncomingMessage, parsed: ParsedRequest, bodyMsMax: number): Promise<PreparedRequest>;
  close(): Promise<void>;
}
