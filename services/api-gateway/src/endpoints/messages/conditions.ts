import type { ApiAddress } from '@tonriver/api-model';
import { bytesLiteral, hexListLiteral, hexOf } from '@tonriver/chain-reader';
import type { MessageFilters } from './query.ts';

/** What messages are ordered by: their own logical time; of an external one that came in, that of its transaction. */
export const orderLt = 'ifNull(created_lt, lt)';

/** Returns all filters as conditions on rows of `messages`. A bound never holds for a message without that value. */
export function filterConditions(filters: MessageFilters): readonly string[] {
  const { hashes, body_hash: bodyHash, source, destination, opcode, direction } = filters;
  const { start_utime: startUtime, end_utime: endUtime, start_lt: startLt, end_lt: endLt } = filters;
  const conditions: string[] = [];
  if (hashes !== undefined) {
    const list = hexListLiteral(hashes.map(hexOf));
    conditions.push(`(hash IN ${list} OR hash_norm IN ${list})`);
  }
  if (bodyHash !== undefined) conditions.push(`body_hash = ${bytesLiteral(bodyHash)}`);
  if (opcode !== undefined) conditions.push(`opcode = ${opcode}`);
  if (source !== undefined) conditions.push(addressCondition('source', source));
  if (destination !== undefined) conditions.push(addressCondition('destination', destination));
  if (direction !== undefined) conditions.push(`direction = '${direction}'`);
  if (filters.exclude_externals === true) conditions.push(`kind = 'internal'`);
  if (filters.only_externals === true) conditions.push(`kind != 'internal'`);
  if (startUtime !== undefined) conditions.push(`created_at >= ${startUtime}`);
  if (endUtime !== undefined) conditions.push(`created_at <= ${endUtime}`);
  if (startLt !== undefined) conditions.push(`created_lt >= ${startLt}`);
  if (endLt !== undefined) conditions.push(`created_lt <= ${endLt}`);
  return conditions;
}

function addressCondition(end: 'source' | 'destination', address: ApiAddress): string {
  switch (address.kind) {
    case 'none':
      return `${end}_type = 'none'`;
    case 'std':
      return `${end}_type = 'std' AND ${end}_workchain = ${address.workchain}
        AND ${end}_account = ${bytesLiteral(address.hash)}`;
    case 'text':
      return `${end}_type IN ('extern', 'var') AND ${end}_text = ${bytesLiteral(Buffer.from(address.text))}`;
  }
}
