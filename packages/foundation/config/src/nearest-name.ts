/** Of the letters behind the equal beginning of two names. */
const WRONG_SHARE_MAX = 0.7;

/**
 * The name that somebody most likely meant: one that shares all letters in order comes first (`CLICKHOUSE_USER` and
 * `CLICKHOUSE_USERNAME`), then the one with the fewest wrong letters, where an equal beginning counts in its favour.
 *
 * @param lettersMax names with more wrong letters are left out
 */
export function nearestName(
  wrong: string,
  names: Iterable<string>,
  lettersMax = Number.POSITIVE_INFINITY,
): string | undefined {
  let [nearest, best]: [string | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const name of names) {
    const letters = editDistance(wrong, name);
    if (letters > lettersMax) continue;
    const distance = letters - equalBeginning(wrong, name);
    // The distance of any two names is less than the sum of their lengths.
    const isPart = hasLettersOf(name, wrong) || hasLettersOf(wrong, name);
    const score = isPart ? distance - 2 * (wrong.length + name.length) : distance;
    if (score < best) [nearest, best] = [name, score];
  }
  return nearest;
}

/** True when somebody may have meant this name: by an abbreviation, or with most letters behind the beginning right. */
export function isLike(wrong: string, name: string): boolean {
  if (hasLettersOf(name, wrong) || hasLettersOf(wrong, name)) return true;
  const lettersBehind = Math.max(wrong.length, name.length) - equalBeginning(wrong, name);
  return editDistance(wrong, name) <= WRONG_SHARE_MAX * lettersBehind;
}

/** True when the text has all letters of the part, in their order. */
function hasLettersOf(text: string, part: string): boolean {
  let found = 0;
  for (const letter of text) if (letter === part[found]) found += 1;
  return found === part.length;
}

function equalBeginning(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}

/** How many letters have to be added, taken out or exchanged to make one text of the other (Levenshtein). */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let at = 1; at <= left.length; at += 1) {
    const next = [at];
    for (let index = 1; index <= right.length; index += 1) {
      const exchanged = row[index - 1]! + (left[at - 1] === right[index - 1] ? 0 : 1);
      next.push(Math.min(exchanged, row[index]! + 1, next[index - 1]! + 1));
    }
    row = next;
  }
  return row[right.length]!;
}
