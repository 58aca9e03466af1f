/**
 * The text of anything that was thrown, with the texts of its causes, for a log line or a person. What the text says
 * already is not said again.
 */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause === undefined) return error.message;
  const cause = errorMessage(error.cause);
  return error.message.includes(cause) ? error.message : `${error.message}: ${cause}`;
}
