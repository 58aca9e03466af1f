/** A real server that a test started. */
export interface RealServer {
  /** Ends it and removes its data. May be called again. */
  stop(): Promise<void>;
  /** Ends it with SIGKILL, as a crash would; its data stays for `restart`. */
  kill9(): Promise<void>;
  /**
   * Starts it again with the same address and data, after an orderly end if it still runs. Resolves when it is ready.
   */
  restart(): Promise<void>;
}
