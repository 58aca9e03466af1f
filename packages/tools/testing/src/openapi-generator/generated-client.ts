/** The languages in which clients are generated and called. */
export const CLIENT_LANGUAGES = ['typescript', 'go', 'python'] as const;

export type ClientLanguage = (typeof CLIENT_LANGUAGES)[number];

/** One call of a generated client, in any language. */
export interface ClientCall {
  /** The `operationId` of the document. */
  readonly operation: string;
  /** Parameters by their names in the document. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** What a client read, written by it again as JSON. */
export interface ClientAnswer {
  /** 0 when the client did not send the request. */
  readonly status: number;
  /** Null when the client could not read the answer. */
  readonly answer: unknown;
  /** Why the client could not send the request or read the answer. */
  readonly problem?: string;
}

/** A client that openapi-generator made from a document. */
export interface GeneratedClient {
  /** Calls one after the other and returns the answers in the order of the calls. */
  call(host: string, calls: readonly ClientCall[]): Promise<readonly ClientAnswer[]>;
}
