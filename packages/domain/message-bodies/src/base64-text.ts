const alphabet = /^[A-Za-z0-9+/]*$/;

/**
 * Reads strict standard base64 with padding: no base64url, no white space, no extra bits. A string as result is the
 * exact error text of the deployed decoder.
 */
export function base64Bytes(text: string): Uint8Array | string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '=') end -= 1;
  const digits = text.slice(0, end);
  const padding = text.length - end;
  if (padding >= 3) return 'Wrong string padding';
  if (text.length % 4 !== 0) return 'Wrong padding length';
  if (!alphabet.test(digits)) return 'Wrong character in the string';
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : 'Wrong padding in the string';
}
