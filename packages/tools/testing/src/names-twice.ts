/** Returns names that an object of a JSON text has more than once; `JSON.parse` ignores such names. */
export function namesTwice(json: string): string[] {
  const twice: string[] = [];
  const open: Set<string>[] = [];
  for (const [token, text, colon] of json.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?|[{}]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined && text !== undefined) {
      if (open.at(-1)?.has(text) === true) twice.push(text);
      open.at(-1)?.add(text);
    }
  }
  return twice;
}
