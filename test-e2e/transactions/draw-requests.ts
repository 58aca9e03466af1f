import fc from 'fast-check';
import { addressOf, type DrawnFilters, type DrawnRequest, hexOf } from './naive-filter.ts';
import type { StoredTransaction } from './stored-transactions.ts';

const FILTERS = [
  'msg_hash body_hash opcode direction source destination account hash lt workchain shard seqno block mc_seqno',
  'start_utime end_utime start_lt end_lt',
].flatMap((names) => names.split(' '));

type Draw = Readonly<Record<'first' | 'second', number>> & {
  readonly chosen: readonly string[];
  readonly message: number;
  readonly nudge: number;
};

/**
 * Draws requests. Most values are those of one transaction, so that filters that are combined have an answer; some are
 * of another one, or beside the value.
 */
export function drawnRequests(all: readonly StoredTransaction[], seqnoMax: number): fc.Arbitrary<DrawnRequest> {
  const draw = fc.record({
    chosen: fc.oneof(
      { weight: 3, arbitrary: fc.subarray(FILTERS, { maxLength: 1 }) },
      { weight: 5, arbitrary: fc.subarray(FILTERS, { minLength: 1, maxLength: 3 }) },
      { weight: 1, arbitrary: fc.subarray(FILTERS, { maxLength: 7 }) },
    ),
    first: fc.nat(all.length - 1),
    second: fc.nat(all.length - 1),
    message: fc.nat(5),
    nudge: fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: -3, max: 3 }) },
    ),
  });
  return fc.record({
    filters: draw.map((drawn) => filtersOf(all, drawn, seqnoMax)),
    dialect: fc.constantFrom('contract' as const, 'deployed' as const),
    sort: fc.constantFrom('asc' as const, 'desc' as const),
    limit: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(100, 1_000)),
    offset: fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      { weight: 2, arbitrary: fc.integer({ min: 1, max: 12 }) },
      { weight: 1, arbitrary: fc.integer({ min: 13, max: 900 }) },
    ),
  });
}

function filtersOf(all: readonly StoredTransaction[], draw: Draw, seqnoMax: number): DrawnFilters {
  const { chosen, nudge } = draw;
  const has = (name: string): boolean => chosen.includes(name);
  const first = all[draw.first]!;
  const second = all[draw.second]!;
  const message = first.messages[draw.message % Math.max(1, first.messages.length)] ?? second.messages[0];
  const raw = ({ workchain, account }: StoredTransaction): string => `${workchain}:${hexOf(account)}`;
  const [low, high] = first.lt < second.lt ? [first, second] : [second, first];
  // A direction is valid only with the hash or the opcode of a message.
  const takesDirection = message !== undefined && has('direction') && (has('msg_hash') || has('opcode'));
  return {
    ...(message === undefined
      ? {}
      : {
          ...(has('msg_hash') ? { msg_hash: [nudge > 0 ? (message.hashNorm ?? message.hash) : message.hash] } : {}),
          ...(has('body_hash') ? { body_hash: message.bodyHash } : {}),
          ...(has('opcode') ? { opcode: message.opcode ?? 0 } : {}),
          ...(has('source') ? { source: addressOf(message, 'source') } : {}),
          ...(has('destination') ? { destination: addressOf(message, 'destination') } : {}),
          ...(takesDirection ? { direction: message.direction } : {}),
        }),
    ...(has('account') ? { account: nudge === 0 ? [raw(first)] : [raw(first), raw(second)] } : {}),
    ...(has('hash') ? { hash: nudge === 0 ? [first.hash] : [first.hash, second.hash] } : {}),
    ...(has('lt') ? { lt: first.lt + BigInt(Math.max(0, nudge)) } : {}),
    ...(has('workchain') || has('block') ? { workchain: first.workchain } : {}),
    ...(has('shard') || has('block') ? { shard: first.blockShard } : {}),
    ...(has('seqno') || has('block') ? { seqno: first.blockSeqno } : {}),
    ...(has('mc_seqno') ? { mc_seqno: Math.min(seqnoMax, first.mcBlockSeqno ?? seqnoMax) } : {}),
    ...(has('start_utime') ? { start_utime: low.now + nudge } : {}),
    ...(has('end_utime') ? { end_utime: high.now + nudge } : {}),
    ...(has('start_lt') ? { start_lt: low.lt } : {}),
    ...(has('end_lt') ? { end_lt: high.lt + BigInt(Math.max(0, nudge)) } : {}),
  };
}

/** Prints a request as the query of its URL. */
export function queryOf({ filters, sort, limit, offset }: DrawnRequest): string {
  const query = new URLSearchParams({ sort, limit: String(limit), offset: String(offset) });
  for (const [name, value] of Object.entries(filters) as readonly (readonly [string, unknown])[]) {
    for (const one of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      const text =
        one instanceof Uint8Array ? hexOf(one) : name === 'opcode' ? `0x${Number(one).toString(16)}` : String(one);
      query.append(name, name === 'shard' ? BigInt.asUintN(64, one as bigint).toString(16) : text);
    }
  }
  return query.toString();
}
