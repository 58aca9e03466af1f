import {
  addressParameter,
  booleanParameter,
  hashListParameter,
  int32Parameter,
  objectSchemas,
  textListParameter,
} from '@tonriver/api-model';
import { type ActionsSeqno, hexOf } from '@tonriver/chain-reader';
import type { ClassifiedTraceRow } from '@tonriver/row-schema';
import { z } from 'zod';
import type { JsonText } from '../../answers/json-text.ts';
import { printTransactions } from '../../answers/printed-transactions.ts';
import { addressText } from '../accounts/account-key.ts';
import { eachDialect } from '../by-dialect.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import type { ReadingContext } from '../endpoint-definition.ts';
import { actionSchema } from './action-schema.ts';
import { classifiedFor } from './actions-seqno.ts';
import {
  accountsOf,
  actionsOfRow,
  actionTypesOf,
  isProvisional,
  isShown,
  shownAction,
  type StoredAction,
  type RequestedTypes,
  typesIn,
  transactionsOf,
} from './stored-action.ts';
import { printActions } from './print-actions.ts';
import { readTraceRequest, supportedTypesParameter, traceParameters, type TraceRequest } from './trace-request.ts';
import { createTransactionCount, missingTransaction, placedTransactions } from './trace-transactions.ts';
import { namedTraces } from './traces-of-hashes.ts';
import { walkTraces } from './walk-traces.ts';

const LIMIT_DEFAULT = 100;
const TYPE = /^[A-Za-z0-9_.]+$/;

interface ActionsRequest extends TraceRequest {
  readonly types: RequestedTypes;
  readonly withAccounts: boolean;
  readonly withTransactions: boolean;
}

/** An action of the page, and its trace. */
interface FoundAction {
  readonly row: ClassifiedTraceRow;
  readonly action: StoredAction;
}

/**
 * GET actions: what traces do. Access path: hashes lead to traces (`transaction_places`, `message_places`, `traces`,
 * `action_places`), an account to its traces (`trace_accounts`), all else is a walk along `classified_traces`. A trace is
 * one row, and all filters are tried on its actions.
 */
export const actions = defineEndpoint({
  path: '/v3/actions',
  tag: 'actions',
  summary: 'Actions: what traces do',
  description:
    'Actions of finished traces by filters, all of which must hold. Bounds of lt and time are those of the trace. ' +
    'Ordered by the end of the trace (its time where only a window of time is given), its id, the end of the action ' +
    'and its id. Types that the client does not know are shown as the actions that they consist of. metadata says ' +
    'which of the named accounts are tokens.',
  query: {
    schema: z.object({
      account: addressParameter('Account that takes part in the action').optional(),
      tx_hash: hashListParameter('Hash of a transaction of the action').optional(),
      msg_hash: hashListParameter('Hash, or normalised hash, of a message of the action').optional(),
      action_id: hashListParameter('Id of the action').optional(),
      trace_id: hashListParameter('Id of the trace').optional(),
      mc_seqno: int32Parameter('Round in which the trace ended').optional(),
      action_type: textListParameter('Only these types').optional(),
      exclude_action_type: textListParameter('No action of these types').optional(),
      supported_action_types: supportedTypesParameter.optional(),
      include_accounts: booleanParameter('Whether the accounts of an action are answered').optional(),
      include_transactions: booleanParameter('Whether its transactions are answered in full').optional(),
      ...traceParameters,
    }),
    limitDefault: LIMIT_DEFAULT,
    read(query, dialect): ActionsRequest {
      const included = typesIn(query.action_type);
      const excluded = typesIn(query.exclude_action_type);
      if (![...(included ?? []), ...(excluded ?? [])].every((type) => TYPE.test(type))) {
        throw dialect.badRequest('action_type contains invalid characters');
      }
      return {
        ...readTraceRequest(query, dialect, LIMIT_DEFAULT),
        types: { supported: typesIn(query.supported_action_types), included, excluded },
        withAccounts: query.include_accounts ?? false,
        withTransactions: query.include_transactions ?? false,
      };
    },
  },
  example: (indexed) => (indexed?.account === undefined ? { limit: 10 } : { account: indexed.account, limit: 10 }),
  errors: { 404: 'The round is not indexed', 503: 'No traces, or not those of the round, are classified yet' },
  answerSchema: eachDialect((dialect) => {
    const { addressBook, metadata } = objectSchemas(dialect);
    return z
      .strictObject({ actions: z.array(actionSchema(dialect)), address_book: addressBook, metadata })
      .meta({ id: 'Actions' });
  }),
  caching: 'watermark',
  async answer(request, context) {
    const { mcSeqno } = request.filters;
    const known = await classifiedFor(context, mcSeqno);
    const { found, isFinal } = await findActions(request, context, known);
    return { text: await answerActions(found, request, context), isCacheable: known.isUpToDate && isFinal };
  },
});

async function findActions(
  request: ActionsRequest,
  context: ReadingContext,
  known: ActionsSeqno,
): Promise<{ readonly found: readonly FoundAction[]; readonly isFinal: boolean }> {
  const { filters, types, order, page } = request;
  const named = await namedTraces(context, filters);
  const found: FoundAction[] = [];
  let skipped = 0;
  let isFinal = true;
  const walk = { context, request, actions: known, named, types: types.included, isOwnAccount: false };
  const isWanted = wantedBy(request, context, named.transactions);
  if (page.limit === 0) return { found, isFinal };
  await walkTraces(walk, (row) => {
    if (isProvisional(row)) isFinal = false;
    const ofTrace = actionsOfRow(row);
    for (const action of order === 'asc' ? ofTrace : ofTrace.toReversed()) {
      if (!isWanted(row, action)) continue;
      if (skipped < page.offset) skipped += 1;
      else found.push({ row, action });
      if (found.length === page.limit) return true;
    }
    return false;
  });
  return { found, isFinal };
}

function wantedBy(
  { filters, types: requested }: ActionsRequest,
  { dialect }: ReadingContext,
  transactions: ReadonlySet<string> | undefined,
): (row: ClassifiedTraceRow, action: StoredAction) => boolean {
  const { account, actionIds } = filters;
  const types = actionTypesOf(requested);
  const ids = actionIds === undefined ? undefined : new Set(actionIds);
  const address = account === undefined || account === 'none' ? account : addressText(account);
  return (row, action) =>
    isShown(action, types, dialect) &&
    (ids === undefined || ids.has(hexOf(Buffer.from(action.action_id, 'base64')))) &&
    (address === undefined || accountsOf(row, action).includes(address)) &&
    (transactions === undefined ||
      transactionsOf(row, action).some((hash) => transactions.has(hexOf(Buffer.from(hash, 'base64')))));
}

async function answerActions(
  found: readonly FoundAction[],
  { withAccounts, withTransactions }: ActionsRequest,
  context: ReadingContext,
): Promise<JsonText> {
  const full = withTransactions ? await fullTransactions(found, context) : undefined;
  const shown = found.map(({ row, action }, index) => ({
    members: shownAction(row, action, context.dialect, { withAccounts }),
    transactions: full?.texts[index] ?? [],
  }));
  return await printActions(shown, full?.addresses ?? [], context);
}

/** The transactions of each action, printed, and the addresses in them. */
async function fullTransactions(found: readonly FoundAction[], context: ReadingContext) {
  const { dialect, reader, visibility } = context;
  const rows = [...new Set(found.map(({ row }) => row))];
  rows.forEach(createTransactionCount(context));
  const wanted = new Set(found.flatMap(({ row, action }) => transactionsOf(row, action)));
  return await reader.answering.run(async () => {
    const hashed = (await placedTransactions(context, rows)).flat().flatMap((placed) => {
      const bytes = placed.part.transactions.transactionHashAt(placed.place);
      const hash = bytes === undefined ? '' : Buffer.from(bytes).toString('base64');
      return wanted.has(hash) ? [{ placed, hash }] : [];
    });
    const printed = await printTransactions(
      reader,
      dialect,
      hashed.map(({ placed }) => placed),
      visibility,
    );
    const textOfHash = new Map(hashed.map(({ hash }, index) => [hash, printed[index]!.text]));
    return {
      addresses: printed.flatMap(({ addresses }) => addresses),
      texts: found.map(({ row, action }) =>
        transactionsOf(row, action).map((hash): JsonText => {
          const text = textOfHash.get(hash);
          if (text === undefined) throw missingTransaction();
          return [text];
        }),
      ),
    };
  }, wanted.size);
}
