import type { ShardIdent } from '../block/shard-ident.ts';
import type { CatchainConfig } from './catchain-config.ts';
import { createValidatorRandom, type ValidatorRandom } from './validator-random.ts';
import { totalWeightOf, type ValidatorDescription, type ValidatorSet } from './validator-set.ts';

const masterchain = -1;

/**
 * The validators that make the blocks of a shard in one catchain session, in their order.
 *
 * - Masterchain: the first `main` validators of the set, with their weights; shuffled when parameter 28 says so.
 * - Other shards: `shardValidatorsNumber` validators (all, when there are fewer) drawn by weight without repetition,
 *   each with weight 1.
 *
 * `set` is parameter 35 when the configuration has it, else 34; `catchain` is parameter 28.
 */
export function computeValidatorGroup({
  catchain,
  set,
  shard,
  catchainSeqno,
}: {
  readonly catchain: CatchainConfig;
  readonly set: ValidatorSet;
  readonly shard: ShardIdent;
  readonly catchainSeqno: number;
}): readonly ValidatorDescription[] {
  const random = createValidatorRandom({ ...shard, catchainSeqno });
  if (shard.workchain !== masterchain) return drawByWeight(set.list, catchain.shardValidatorsNumber, random);
  const group = set.list.slice(0, set.main);
  const isShuffled = catchain.type === 'catchain_config_new' && catchain.shuffleMcValidators;
  return isShuffled ? shuffle(group, random) : group;
}

/** Each validator takes the place of one before it (or its own), which moves to the end. */
function shuffle(group: readonly ValidatorDescription[], random: ValidatorRandom): readonly ValidatorDescription[] {
  const order: ValidatorDescription[] = [];
  for (const [index, validator] of group.entries()) {
    const place = Number(random.next(BigInt(index + 1)));
    const moved = order[place];
    if (moved === undefined) {
      order.push(validator);
    } else {
      order.push(moved);
      order[place] = validator;
    }
  }
  return order;
}

interface Span {
  readonly start: bigint;
  readonly weight: bigint;
}

/**
 * Lines up the weights of all validators and draws points on the line. A validator that was drawn leaves a hole: a
 * point is counted over the remaining weights, and moved past each hole that begins at or before it.
 */
function drawByWeight(
  list: readonly ValidatorDescription[],
  countMax: number,
  random: ValidatorRandom,
): readonly ValidatorDescription[] {
  const starts: bigint[] = [];
  let sum = 0n;
  for (const { weight } of list) {
    starts.push(sum);
    sum += weight;
  }
  const group: ValidatorDescription[] = [];
  const holes: Span[] = [];
  let left = totalWeightOf(list);
  const count = Math.min(countMax, list.length);
  for (let drawn = 0; drawn < count; drawn++) {
    let point = random.next(left);
    for (const hole of holes) {
      if (point < hole.start) break;
      point += hole.weight;
    }
    const index = lastNotAfter(starts, point);
    const validator = list[index] as ValidatorDescription;
    group.push({ ...validator, weight: 1n });
    left -= validator.weight;
    const hole: Span = { start: starts[index] as bigint, weight: validator.weight };
    const place = holes.findIndex(({ start }) => start > hole.start);
    holes.splice(place < 0 ? holes.length : place, 0, hole);
  }
  return group;
}

/** The position of the last number that is not above `point`; the numbers ascend and begin with 0. */
function lastNotAfter(numbers: readonly bigint[], point: bigint): number {
  let low = 0;
  let high = numbers.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as bigint) <= point) low = middle;
    else high = middle;
  }
  return low;
}
