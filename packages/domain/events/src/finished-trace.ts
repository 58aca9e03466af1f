/** Transactions of one block. */
export interface BlockPlaces {
  readonly round: number;
  readonly workchain: number;
  /** Signed, decimal. */
  readonly shard: string;
  readonly seqno: number;
  /** Numbers of the transactions in the block, in order of lt, then of account, from 0. */
  readonly indexes: readonly number[];
}

/** A trace without a message in flight, as a record of `traces` has it. Hashes are base64, logical times decimal. */
export interface FinishedTrace {
  readonly traceId: string;
  readonly externalHash: string | null;
  readonly externalHashNorm: string | null;
  readonly seqnoStart: number;
  readonly startLt: string;
  readonly startUtime: number;
  readonly seqnoEnd: number;
  readonly endLt: string;
  readonly endUtime: number;
  readonly state: 'complete' | 'broken';
  readonly nodes: number;
  readonly edges: number;
  /** Null: the trace is too large, or an older release assembled a part of it. */
  readonly blocks: readonly BlockPlaces[] | null;
}

type Check = (value: unknown) => boolean;

const UINT32_MAX = 0xffff_ffff;
const UINT64_MAX = 2n ** 64n - 1n;
const INT64_MIN = -(2n ** 63n);

const isUint32: Check = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= UINT32_MAX;
const isInt32: Check = (value) => typeof value === 'number' && (value | 0) === value;
const isHash: Check = (value) => typeof value === 'string' && /^[A-Za-z0-9+/]{43}=$/.test(value);
const isHashOrNull: Check = (value) => value === null || isHash(value);
const isLt: Check = (value) =>
  typeof value === 'string' && /^\d{1,20}$/.test(value) && (value.length < 20 || BigInt(value) <= UINT64_MAX);
const isShard: Check = (value) => typeof value === 'string' && /^-?\d{1,19}$/.test(value) && isInt64(BigInt(value));

function isInt64(value: bigint): boolean {
  return value >= INT64_MIN && value <= -INT64_MIN - 1n;
}

const checksOfPlaces: Readonly<Record<keyof BlockPlaces, Check>> = {
  round: isUint32,
  workchain: isInt32,
  shard: isShard,
  seqno: isUint32,
  indexes: (value) => Array.isArray(value) && value.length > 0 && value.every(isUint32),
};

const checksOfTrace: Readonly<Record<keyof FinishedTrace, Check>> = {
  traceId: isHash,
  externalHash: isHashOrNull,
  externalHashNorm: isHashOrNull,
  seqnoStart: isUint32,
  startLt: isLt,
  startUtime: isUint32,
  seqnoEnd: isUint32,
  endLt: isLt,
  endUtime: isUint32,
  state: (value) => value === 'complete' || value === 'broken',
  nodes: isUint32,
  edges: isUint32,
  blocks: (value) => value === null || (Array.isArray(value) && value.length > 0 && value.every(areBlockPlaces)),
};

const namesOfPlaces = Object.keys(checksOfPlaces) as (keyof BlockPlaces)[];
const namesOfTrace = Object.keys(checksOfTrace) as (keyof FinishedTrace)[];

function areBlockPlaces(value: unknown): boolean {
  return wrongMember(value, namesOfPlaces, checksOfPlaces) === undefined;
}

/**
 * Returns the name of the first member whose value a finished trace cannot have, or `value` for what is no object;
 * undefined for a finished trace. Any program can write to the topic, so all values are checked to fit into the columns
 * of the tables. By hand, because a schema took a third of the time of reading a record.
 */
export function faultOfFinishedTrace(value: unknown): string | undefined {
  return wrongMember(value, namesOfTrace, checksOfTrace);
}

function wrongMember<Name extends string>(
  value: unknown,
  names: readonly Name[],
  checks: Readonly<Record<Name, Check>>,
): string | undefined {
  if (typeof value !== 'object' || value === null) return 'value';
  const members = value as Readonly<Record<Name, unknown>>;
  for (const name of names) if (!checks[name](members[name])) return name;
  return undefined;
}
