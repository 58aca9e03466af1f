import { type Action, type Classification, RULES_VERSION, type TransactionInput } from '@tonriver/actions';
import { packAccountOfTrace, packTracePlaces, versionOfClassification } from '@tonriver/block-rows';
import { parseAccountAddress } from '@tonriver/chain-model';
import type { ClassifiedTraceRow } from '@tonriver/row-schema';
import type { TraceHeader } from '../traces/trace-header.ts';
import { storedActionOf } from './stored-action.ts';

/** A trace and what was found out about it. */
export interface ClassifiedTrace {
  readonly header: TraceHeader;
  /** First round of the range that the trace was assembled in. */
  readonly range: number;
  /** In order of lt and account; empty when they are not known. */
  readonly transactions: readonly TransactionInput[];
  /** Undefined for a trace that is too large, or whose transactions are not known. */
  readonly classification: Classification | undefined;
  readonly generation: number;
  readonly knowsInterfaces: boolean;
}

/** Returns the row of a trace, which follows from the chain and the rules alone, with checksum 0. */
export function rowOfTrace(trace: ClassifiedTrace): ClassifiedTraceRow {
  const { header, range, transactions, classification, generation, knowsInterfaces } = trace;
  const actions = classification?.actions ?? [];
  const own = new Set<string>();
  for (const { account } of transactions) own.add(account);
  const accounts = accountsOf(own, actions);
  const numbers = { transactions: numbersOf(transactions.map(({ hash }) => hash)), accounts: numbersOf(accounts) };
  return {
    endLt: header.endLt,
    traceId: bytesOf(header.traceId),
    mcSeqnoEnd: header.seqnoEnd,
    endUtime: header.endUtime,
    mcSeqnoStart: header.seqnoStart,
    startLt: header.startLt,
    startUtime: header.startUtime,
    externalHash: header.externalHash === null ? null : bytesOf(header.externalHash),
    externalHashNorm: header.externalHashNorm === null ? null : bytesOf(header.externalHashNorm),
    traceState: header.state,
    nodes: header.nodes,
    edges: header.edges,
    classification: classification?.state ?? 'unclassified',
    knowsInterfaces,
    rulesVersion: RULES_VERSION,
    places: packTracePlaces(header.blocks),
    transactions: transactions.map(({ hash }) => bytesOf(hash)),
    accounts: accounts.map((address) => {
      const { workchain, hash } = parseAccountAddress(address);
      return packAccountOfTrace({ workchain, account: hash, hasTransaction: own.has(address) });
    }),
    actionTypes: actions.map(({ type }) => type),
    actions: actions.map((action) => storedActionOf(action, numbers)),
    version: versionOfClassification({ range: { first: range }, rules: RULES_VERSION, generation, knowsInterfaces }),
    checksum: 0n,
  };
}

/** The accounts of transactions and those of actions, sorted. */
function accountsOf(own: ReadonlySet<string>, actions: readonly Action[]): readonly string[] {
  const all = new Set(own);
  for (const action of actions) for (const account of action.accounts) all.add(account);
  return Array.from(all).sort();
}

function numbersOf(names: readonly string[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (let number = 0; number < names.length; number += 1) numbers.set(names[number]!, number);
  return numbers;
}

function bytesOf(hash: string): Uint8Array {
  return Buffer.from(hash, 'base64');
}
