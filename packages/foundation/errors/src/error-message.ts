/**
 * The text of anything that was thrown, followed by the texts of its causes. A cause that the text already quotes is
 * left out.
 */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause === undefined) return error.message;
  const cause = errorMessage(error.cause);
  return error.message.includes(cause) ? error.message : `${error.message}: ${cause}`;
}
