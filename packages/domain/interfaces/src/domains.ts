import { Bag, CellBuilder, sha256, writeBag } from '@tonriver/boc';
import { findInDictionary, formatAccountAddress } from '@tonriver/chain-model';
import type { Questions } from './families/family.ts';
import { type AskContract, isSuccess, type MethodOutcome, type StackValue } from './method-port.ts';
import { addressIn, StackReader } from './read-stack.ts';
import { orUndefined } from './unexpected-result.ts';

/** The zone `.ton`: its domains are the items of one collection (TEP-81). */
export interface DomainZone {
  /** Raw address of the collection; null when nobody answers for the zone. */
  readonly collection: string | null;
}

/** What an item of the zone says of itself. */
export interface FoundDomain {
  /** All of it, as people write it: `foundation.ton`. */
  readonly name: string;
  /** The account that the record `wallet` names, raw; null without one. */
  readonly wallet: string | null;
}

const ZONE = 'ton';
/** Gas for the question to the root. */
const ROOT_GAS_MAX = 100_000n;
/** `_ dns_root_addr:bits256 = ConfigParam 4;` */
const ROOT_PARAMETER = Buffer.from([0, 0, 0, 4]);
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,124}[a-z0-9])?$/;

/** `dns_smc_address#9fd3 smc_addr:MsgAddressInt flags:(## 8)`, `dns_next_resolver#ba93 resolver:MsgAddressInt`. */
const [walletTag, resolverTag] = [0x9fd3, 0xba93];
const categoryOf = (name: string): StackValue => ({
  type: 'number',
  value: BigInt(`0x${Buffer.from(sha256(Buffer.from(name, 'utf8'))).toString('hex')}`),
});
const [walletCategory, resolverCategory] = [categoryOf('wallet'), categoryOf('dns_next_resolver')];

/**
 * Asks the root of domains, which the configuration names, who answers for `.ton`.
 *
 * @param configBoc the dictionary of parameters
 * @param ask runs a method of another contract
 */
export async function findDomainZone(configBoc: Uint8Array, ask: AskContract): Promise<DomainZone> {
  const root = orUndefined(() => rootOf(configBoc));
  if (root === undefined) return { collection: null };
  const stack = [domainArgument(`\0${ZONE}\0`), resolverCategory];
  const outcome = await ask(root, { method: 'dnsresolve', stack, gasLimit: ROOT_GAS_MAX });
  return { collection: addressOfRecord(outcome, resolverTag) };
}

/** Asks an item of the zone for its label and its record `wallet`. Null when it does not say a label. */
export async function readDomain({ run }: Questions): Promise<FoundDomain | null> {
  const told = await run('get_domain');
  const label = told.kind === 'ended' && isSuccess(told.exitCode) ? orUndefined(() => labelOf(told.stack)) : undefined;
  if (label === undefined || !LABEL.test(label)) return null;
  const record = await run('dnsresolve', [domainArgument('\0'), walletCategory]);
  return { name: `${label}.${ZONE}`, wallet: addressOfRecord(record, walletTag) };
}

function rootOf(configBoc: Uint8Array): string | undefined {
  const bag = Bag.parse(configBoc);
  const leaf = findInDictionary(bag, bag.root, 32, ROOT_PARAMETER);
  return leaf === null ? undefined : formatAccountAddress({ workchain: -1, hash: leaf.loadRefSlice().loadBytes(32) });
}

/** A domain as TEP-81 writes it: labels from the last to the first, each with a zero byte behind it. */
function domainArgument(text: string): StackValue {
  const cell = new CellBuilder().storeBytes(Buffer.from(text, 'utf8')).endCell();
  return { type: 'slice', boc: writeBag([cell]) };
}

function labelOf(stack: readonly StackValue[]): string {
  const slice = new StackReader(stack).slice();
  return Buffer.from(slice.loadBytes(slice.remainingBits >> 3)).toString('latin1');
}

/** The account that a record names; null when there is none, or it is of another kind. */
function addressOfRecord(outcome: MethodOutcome, tag: number): string | null {
  if (outcome.kind !== 'ended' || !isSuccess(outcome.exitCode)) return null;
  const address = orUndefined(() => {
    const stack = new StackReader(outcome.stack);
    stack.number();
    const record = stack.cell();
    return record.loadUint(16) === tag ? addressIn(record) : null;
  });
  return address ?? null;
}
