import { readFileSync } from 'node:fs';

/** A JSON file whose numbers beyond 2^53 are read as decimal strings, so that no digit is lost. */
export function readRecordedJson(file: string): unknown {
  const text = readFileSync(file, 'utf8');
  // Strings are matched so that digits inside them stay as they are.
  const quoted = text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  );
  return JSON.parse(quoted);
}
