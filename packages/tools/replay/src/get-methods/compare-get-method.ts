import type { GetMethodResult, StackEntry } from '@tonriver/tvm';
import { hex, rootCell } from '../bags.ts';
import type { GetMethodCase } from './get-method-case.ts';

/** Returns every difference between a result and the recorded one, in words. */
export function compareGetMethod({ name, expected }: GetMethodCase, result: GetMethodResult): string[] {
  const differences: string[] = [];
  if (result.exitCode !== expected.exitCode) differences.push(`exit code ${result.exitCode}, not ${expected.exitCode}`);
  if (expected.gasUsed !== null && result.gasUsed !== expected.gasUsed) {
    differences.push(`gas ${result.gasUsed}, not ${expected.gasUsed}`);
  }
  const missing = result.missingLibrary === null ? null : hex(result.missingLibrary);
  if (expected.missingLibrary !== null && missing !== expected.missingLibrary) {
    differences.push(`missing library ${missing ?? 'none'}, not ${expected.missingLibrary}`);
  }
  if (expected.stackBoc !== null && !isSameTree(result.stackBoc, expected.stackBoc, name)) {
    differences.push(`stack ${base64(result.stackBoc)}, not ${base64(expected.stackBoc)}`);
  }
  if (expected.stack !== null) differences.push(...compareEntries(result.stack, expected.stack, name));
  return differences;
}

/** Compares cells, because equal cells can be written as different bags. */
function isSameTree(left: Uint8Array, right: Uint8Array, name: string): boolean {
  return Buffer.compare(left, right) === 0 || hex(rootCell(left, name).hash()) === hex(rootCell(right, name).hash());
}

/** Not recursive, because lists are as deep as they are long. */
function compareEntries(found: readonly StackEntry[], wanted: readonly StackEntry[], name: string): string[] {
  const differences: string[] = [];
  const waiting: { at: string; found: readonly StackEntry[]; wanted: readonly StackEntry[] }[] = [
    { at: 'stack', found, wanted },
  ];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const { at } = pair;
    if (pair.found.length !== pair.wanted.length) {
      differences.push(`${at} has ${pair.found.length} entries, not ${pair.wanted.length}`);
      continue;
    }
    for (const [index, left] of pair.found.entries()) {
      const right = pair.wanted[index]!;
      const place = `${at}[${index}]`;
      if (left.type === 'tuple' && right.type === 'tuple') {
        waiting.push({ at: place, found: left.items, wanted: right.items });
      } else if (!isSameValue(left, right, name)) {
        differences.push(`${place} is ${describe(left)}, not ${describe(right)}`);
      }
    }
  }
  return differences;
}

function isSameValue(left: StackEntry, right: StackEntry, name: string): boolean {
  if (left.type === 'number' && right.type === 'number') return left.value === right.value;
  if ('boc' in left && 'boc' in right) return left.type === right.type && isSameTree(left.boc, right.boc, name);
  return left.type === right.type;
}

function describe(entry: StackEntry): string {
  if (entry.type === 'number') return String(entry.value);
  return 'boc' in entry ? `${entry.type} ${base64(entry.boc)}` : entry.type;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}
