/** The text of anything that was thrown, with the texts of its causes, for a log line or a person. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${errorMessage(error.cause)}`;
}
