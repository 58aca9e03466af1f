import type { PendingTrace } from '@tonriver/pending-store';
import { type ActionTypes, actionTypesOf, typesIn } from '../actions/stored-action.ts';
import { shownEmulated } from '../actions/emulated-actions.ts';
import type { PendingContext } from '../endpoint-definition.ts';
import { minedHashesOf } from './opened-trace.ts';

/** An action of a pending trace as it is printed. */
export interface PendingAction {
  readonly members: Readonly<Record<string, unknown>>;
  /** Hashes, base64. */
  readonly transactions: readonly string[];
  /** Raw addresses. */
  readonly accounts: readonly string[];
}

/** Lists of types may be as long as a client likes: long ones are no kind for which something is kept. */
const KIND_LENGTH_MAX = 100;

/** The types that a client gets. */
export interface PendingTypes {
  readonly shown: ActionTypes;
  /** A short text that is the same for requests that get the same; undefined for a long list of types. */
  readonly kind: string | undefined;
}

/** Returns the types that a client gets. The header `X-Actions-Version` counts before the parameter. */
export function pendingTypesOf(
  supported: readonly string[] | undefined,
  { headerOf, dialect }: Pick<PendingContext, 'headerOf' | 'dialect'>,
): PendingTypes {
  const version = headerOf('X-Actions-Version');
  const asked = typesIn(version === undefined ? supported : [version]);
  const words = asked?.join(',') ?? '';
  const kind = words.length <= KIND_LENGTH_MAX ? `${dialect.name} ${words}` : undefined;
  return { shown: actionTypesOf({ supported: asked }), kind };
}

/** Returns the actions of a trace that a client gets, in no order. */
export function pendingActionsOf(
  trace: PendingTrace,
  types: ActionTypes,
  { dialect }: Pick<PendingContext, 'dialect'>,
): readonly PendingAction[] {
  const { key, externalHash, rootHash, isRootMined } = trace;
  const mined = minedHashesOf(trace);
  const newestRound = trace.parts
    .flatMap(({ places }) => places)
    .reduce((newest, place) => Math.max(newest, place?.mcSeqno ?? 0), 0);
  return shownEmulated(trace.actions, types, dialect).map((action) => {
    const transactions = textsIn(action['transactions']);
    const accounts = textsIn(action['accounts']);
    const isFinal = mined === undefined || transactions.every((hash) => mined.has(hash));
    const { finality: _finality, trace_external_hash_norm: _norm, ...others } = action;
    const members = {
      ...others,
      trace_id: isRootMined ? rootHash : null,
      trace_mc_seqno_end: newestRound,
      trace_external_hash: externalHash,
      ...(key === externalHash ? {} : { trace_external_hash_norm: key }),
      accounts,
      finality: isFinal ? 'finalized' : 'pending',
    };
    return { members, transactions, accounts };
  });
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : [];
}
