/** What a test can do to any real server that it started. */
export interface RealServer {
  /** Ends it and throws its data away; harmless when repeated. */
  stop(): Promise<void>;
  /** Ends it with SIGKILL, as a crash would; its data stays for `restart`. */
  kill9(): Promise<void>;
  /**
   * Starts it again with the same address and data, after an orderly end if it still runs. Resolves when it is ready.
   */
  restart(): Promise<void>;
}
