import type { RejectedRecord } from './rejected-record.ts';

/** Returns one line for a person: offset of the letter, record, where it came from, which parser rejected it, why. */
export function deadLetterText({ offsets, letter, block, round }: RejectedRecord): string {
  const subject = block === null ? 'record' : `block ${block}`;
  const ofRound = round === null ? '' : ` of round ${round}`;
  const from = `${letter.topic}/${letter.partition}@${letter.offset}`;
  const line = `${offsets.at(-1)}  ${subject}${ofRound}  from ${from}  parser ${letter.parserVersion}  ${letter.code}: ${letter.cause}`;
  return inOneLine(line);
}

/** Removes line breaks and control codes of a terminal: headers may contain any text. */
function inOneLine(text: string): string {
  return text
    .replace(/\s+→/g, ' →')
    .replace(/\s*[\r\n]+\s*/g, '; ')
    .replace(/\p{Cc}/gu, '?');
}

/** Returns one JSON object on one line, for a program. */
export function deadLetterJson({ offsets, letter, block, round, bytes, timestampMs }: RejectedRecord): string {
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
