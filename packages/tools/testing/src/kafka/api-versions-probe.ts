const apiKey = 18;
const correlationId = 0x7e57;

/** `ApiVersions` version 0, the one request that every broker answers before anything else. */
export const apiVersionsRequest: Uint8Array = request();

function request(): Uint8Array {
  const bytes = Buffer.alloc(14);
  bytes.writeInt32BE(10, 0); // Length of what follows.
  bytes.writeInt16BE(apiKey, 4);
  bytes.writeInt16BE(0, 6); // Version of the request.
  bytes.writeInt32BE(correlationId, 8);
  bytes.writeInt16BE(-1, 12); // No client id.
  return bytes;
}

/** Returns true for an answer to `apiVersionsRequest` without an error code: the broker is ready. */
export function isApiVersionsAnswer(answer: Uint8Array): boolean {
  const bytes = Buffer.from(answer);
  return bytes.length >= 10 && bytes.readInt32BE(4) === correlationId && bytes.readInt16BE(8) === 0;
}
