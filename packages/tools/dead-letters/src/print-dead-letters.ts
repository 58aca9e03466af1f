import type { BuriedRecord } from './dead-letters.ts';

/** One line for a person: where the letter lies, what it was, where it came from, which version gave up, and why. */
export function deadLetterText({ offsets, letter, block, round }: BuriedRecord): string {
  const what = block === null ? 'record' : `block ${block}`;
  const ofRound = round === null ? '' : ` of round ${round}`;
  const from = `${letter.topic}/${letter.partition}@${letter.offset}`;
  const line = `${offsets.at(-1)}  ${what}${ofRound}  from ${from}  parser ${letter.parserVersion}  ${letter.code}: ${letter.cause}`;
  return inOneLine(line);
}

/** Headers are somebody else's words: neither line breaks nor a terminal's control codes belong into a list. */
function inOneLine(text: string): string {
  return text
    .replace(/\s+→/g, ' →')
    .replace(/\s*[\r\n]+\s*/g, '; ')
    .replace(/\p{Cc}/gu, '?');
}

/** The same for a program: one JSON object a line. */
export function deadLetterJson({ offsets, letter, block, round, bytes, timestampMs }: BuriedRecord): string {
  return JSON.stringify({
    offset: offsets.at(-1)?.toString(),
    block,
    round,
    topic: letter.topic,
    partition: letter.partition,
    originalOffset: letter.offset.toString(),
    recordHash: letter.recordHash ?? null,
    parserVersion: letter.parserVersion,
    code: letter.code,
    cause: letter.cause,
    bytes,
    buriedAt: timestampMs === undefined ? null : new Date(timestampMs).toISOString(),
  });
}
