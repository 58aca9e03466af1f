import { formatAccountAddress } from '../address/index.ts';
import { hashToHex } from '../primitives/index.ts';

/** The result of comparing two decodings. */
export interface ComparisonReport {
  compared: number;
  readonly different: string[];
  /** Names of the other decode that have no counterpart here. */
  readonly unmatched: Set<string>;
}

/** Names of other software (lower case, no underscores) that differ from ours by more than their spelling. */
const ownNames: Readonly<Record<string, string>> = {
  blackholeaddr: 'blackholeAddress',
  feeburnnom: 'feeBurnNumerator',
  feeburndenom: 'feeBurnDenominator',
  normalparams: 'normalParameters',
  criticalparams: 'criticalParameters',
  mintotrounds: 'minTotalRounds',
  maxtotrounds: 'maxTotalRounds',
  minstoresec: 'minStoreSeconds',
  maxstoresec: 'maxStoreSeconds',
  actualminsplit: 'monitorMinSplit',
  acceptmsgs: 'acceptMessages',
  bitpriceps: 'bitPrice',
  cellpriceps: 'cellPrice',
  mcbitpriceps: 'masterchainBitPrice',
  mccellpriceps: 'masterchainCellPrice',
  firstfrac: 'firstFraction',
  nextfrac: 'nextFraction',
  shardvalidatorsnum: 'shardValidatorsNumber',
  catchainmaxdeps: 'catchainMaxDependencies',
  protoversion: 'protocolVersion',
  catchainmaxblockscoeff: 'catchainMaxBlocksCoefficient',
  adnladdr: 'adnlAddress',
  bridgeaddr: 'bridgeAddress',
  oraclemutlisigaddress: 'oracleMultisigAddress',
  secppubkey: 'key',
  currencyid: 'currency',
  accounts: 'addresses',
  walletmingramforstorage: 'walletMinTonsForStorage',
  mintermingramforstorage: 'minterMinTonsForStorage',
};

/** Wrappers and remarks of other software that are no values. */
const ignored = new Set(['magic', 'sumtype', 'basic', 'format', 'flags']);

const normalise = (name: string): string => name.toLowerCase().replaceAll('_', '');

/** Compares a decoded value of ours with one of other software, wherever the names match. */
export function compareDecoded(own: unknown, other: unknown, path: string, report: ComparisonReport): void {
  if (other === null || typeof other !== 'object') {
    report.compared++;
    const isEqual = textsOf(own).has(textOf(other));
    if (!isEqual) report.different.push(`${path}: ${[...textsOf(own)].join(' or ')} here, ${textOf(other)} there`);
    return;
  }
  const inner = unwrap(other as Record<string, unknown>, own);
  if (Array.isArray(own)) compareList(own, inner, path, report);
  else if (own !== null && typeof own === 'object' && !(own instanceof Uint8Array)) {
    compareObject(own as Record<string, unknown>, inner as Record<string, unknown>, path, report);
  } else {
    const value = Object.entries(inner).find(([name]) => !ignored.has(normalise(name)))?.[1];
    compareDecoded(own, value, path, report);
  }
}

/** Takes away what other software wraps around a value: the chosen constructor, a lone field named after the type. */
function unwrap(other: Record<string, unknown>, own: unknown): Record<string, unknown> | readonly unknown[] {
  if (Array.isArray(other)) return other as readonly unknown[];
  const chosen = other['SumType'];
  if (typeof chosen === 'string') return unwrap(other[chosen] as Record<string, unknown>, own);
  const entries = Object.entries(other).filter(([name]) => name !== 'Magic');
  const [first] = entries;
  if (first === undefined || entries.length > 1) return other;
  const [name, value] = first;
  const hasField = own !== null && typeof own === 'object' && findField(own as Record<string, unknown>, name) !== null;
  const isKey = /^[-0-9a-f:]+$/.test(name);
  const canUnwrap = !hasField && !isKey && value !== null && typeof value === 'object';
  return canUnwrap ? unwrap(value as Record<string, unknown>, own) : other;
}

function compareObject(
  own: Record<string, unknown>,
  other: Record<string, unknown>,
  path: string,
  report: ComparisonReport,
): void {
  for (const [name, value] of Object.entries(other)) {
    if (ignored.has(normalise(name))) continue;
    const field = findField(own, name);
    if (field === null) report.unmatched.add(`${path}.${name}`);
    else compareDecoded(field.value, value, `${path}.${name}`, report);
  }
}

function compareList(
  own: readonly unknown[],
  other: Record<string, unknown> | readonly unknown[],
  path: string,
  report: ComparisonReport,
): void {
  if (Array.isArray(other)) {
    report.compared++;
    if (own.length !== other.length) report.different.push(`${path}: ${own.length} here, ${other.length} there`);
    for (const [index, value] of own.entries()) {
      const theirs: unknown = other[index];
      compareDecoded(
        theirs !== null && typeof theirs === 'object' ? inlined(value) : value,
        theirs,
        `${path}[${index}]`,
        report,
      );
    }
    return;
  }
  const keyed = new Map(own.map((value, index) => [keyOf(value, index), value]));
  const theirs = other as Record<string, unknown>;
  report.compared++;
  if (keyed.size !== Object.keys(theirs).length) report.different.push(`${path}: number of keys`);
  for (const [key, value] of Object.entries(theirs)) {
    report.compared++;
    const found = keyed.get(key);
    if (found === undefined) report.different.push(`${path}: no key ${key} here`);
    else if (value === null || typeof value !== 'object' || Object.keys(value).length > 0) {
      compareDecoded(valueOf(found), value, `${path}.${key}`, report);
    }
  }
}

/** Entries whose value is an object of its own are flat in other software's lists. */
function inlined(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value;
  const { description, prices, ...rest } = value as Record<string, unknown>;
  return { ...rest, ...(description as object | undefined), ...(prices as object | undefined) };
}

/** How other software writes the key of one of our entries. */
function keyOf(entry: unknown, index: number): string {
  if (typeof entry === 'number') return (entry >>> 0).toString();
  if (entry instanceof Uint8Array) return hashToHex(entry);
  const fields = entry as Record<string, unknown>;
  if (fields['hash'] instanceof Uint8Array) {
    return formatAccountAddress({ workchain: fields['workchain'] as number, hash: fields['hash'] }).toLowerCase();
  }
  for (const name of ['workchain', 'currency', 'index']) {
    if (typeof fields[name] === 'number') return String(fields[name]);
  }
  return fields['address'] instanceof Uint8Array ? hashToHex(fields['address']) : index.toString();
}

/** The part of one of our entries that is not its key. */
function valueOf(entry: unknown): unknown {
  if (entry === null || typeof entry !== 'object') return entry;
  const fields = entry as Record<string, unknown>;
  return fields['description'] ?? fields['prices'] ?? fields['amount'] ?? fields['key'] ?? entry;
}

function findField(own: Record<string, unknown>, name: string): { readonly value: unknown } | null {
  const wanted = normalise(name);
  const flat: Record<string, unknown> = { ...own };
  const { flat: flatGas, list } = own;
  if (flatGas !== null && typeof flatGas === 'object') {
    const { gasLimit, gasPrice } = flatGas as Record<string, unknown>;
    Object.assign(flat, { flatGasLimit: gasLimit, flatGasPrice: gasPrice, other: own });
  }
  if (Array.isArray(list)) flat['total'] = list.length;
  const found = Object.entries(flat).find(([one]) => normalise(ownNames[wanted] ?? wanted) === normalise(one));
  return found === undefined ? null : { value: found[1] };
}

/** The spellings under which other software may write one of our values. */
function textsOf(own: unknown): ReadonlySet<string> {
  if (own instanceof Uint8Array) {
    const hex = hashToHex(own);
    return new Set([hex, `-1:${hex}`]);
  }
  if (own !== null && typeof own === 'object' && (own as { hash?: unknown }).hash instanceof Uint8Array) {
    const { workchain, hash } = own as { readonly workchain: number; readonly hash: Uint8Array };
    return new Set([`${workchain}:${hashToHex(hash)}`]);
  }
  return new Set([textOf(own)]);
}

function textOf(value: unknown): string {
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean') return value.toString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
