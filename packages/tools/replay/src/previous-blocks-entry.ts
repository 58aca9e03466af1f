import type { StackEntry } from '@tonriver/tvm';
import { RecordingError } from './recording-error.ts';

/**
 * Reads slot 13 of c7 from nested lists of numbers: `[recent, keyBlock, …]`; some recordings have
 * `[[keyBlock, recent], keyBlock]` instead.
 */
export function previousBlocksEntry(nested: unknown, what: string): StackEntry {
  return entryOf(unwrapped(nested), what);
}

function unwrapped(nested: unknown): unknown {
  if (!Array.isArray(nested) || !Array.isArray(nested[0])) return nested;
  const [[first, second], ...rest] = nested as [unknown[], ...unknown[]];
  const isSwapped =
    Array.isArray(first) && !Array.isArray(first[0]) && Array.isArray(second) && Array.isArray(second[0]);
  return isSwapped ? [second, ...rest] : nested;
}

function entryOf(value: unknown, what: string): StackEntry {
  if (Array.isArray(value)) return { type: 'tuple', items: value.map((item: unknown) => entryOf(item, what)) };
  if (value === null) return { type: 'null' };
  const text = typeof value === 'number' ? `${value}` : value;
  const parts = typeof text === 'string' ? /^(-?)(0x[0-9a-f]+|\d+)$/i.exec(text.trim()) : null;
  if (parts === null) {
    throw new RecordingError('recording_unknown_form', `${what}: the previous blocks hold no number`, {
      text: JSON.stringify(value),
    });
  }
  const absolute = BigInt(parts[2] ?? '');
  return { type: 'number', value: parts[1] === '-' ? -absolute : absolute };
}
