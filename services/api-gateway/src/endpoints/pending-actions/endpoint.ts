import { booleanParameter, objectSchemas } from '@tonriver/api-model';
import type { PendingTrace } from '@tonriver/pending-store';
import { z } from 'zod';
import { createAnswerLength } from '../../answers/answer-length.ts';
import type { JsonText } from '../../answers/json-text.ts';
import { printInTurns } from '../../answers/print-in-turns.ts';
import { createTurns } from '../../answers/turns.ts';
import { emulatedActionSchema } from '../actions/action-schema.ts';
import { actionsDocument, printActions } from '../actions/print-actions.ts';
import { typesIn } from '../actions/stored-action.ts';
import { eachDialect } from '../by-dialect.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import type { PendingContext } from '../endpoint-definition.ts';
import { findPending } from '../pending/find-pending.ts';
import { printTransactionsOf } from '../pending/opened-trace.ts';
import { pendingTypesOf } from '../pending/pending-actions-of.ts';
import { pendingErrors, pendingExample } from '../pending/pending-document.ts';
import { type PendingFilter, pendingParameters, readPendingFilter } from '../pending/pending-request.ts';
import { type PrintedPendingAction, printedActionsOf } from '../pending/printed-actions.ts';

interface PendingActionsRequest extends PendingFilter {
  readonly supported: readonly string[] | undefined;
  readonly withTransactions: boolean;
}

/** GET pendingActions: what messages do that are not finished traces yet. */
export const pendingActions = defineEndpoint({
  path: '/v3/pendingActions',
  tag: 'actions',
  summary: 'Pending actions',
  description:
    'Actions of traces that began with an external message and that actions does not have yet: emulated, or in blocks ' +
    'already. Ordered by the largest logical time of the trace, then by the end and the begin of the action, newest ' +
    'first. Hashes and logical times of emulated transactions are predictions. The header X-Actions-Version counts ' +
    'before supported_action_types.',
  query: {
    schema: z.object({
      ...pendingParameters,
      include_transactions: booleanParameter('Whether transactions are answered too').optional(),
    }),
    read: (query, dialect): PendingActionsRequest => ({
      ...readPendingFilter(query, dialect),
      supported: typesIn(query.supported_action_types),
      withTransactions: query.include_transactions ?? false,
    }),
  },
  example: pendingExample,
  errors: pendingErrors,
  answerSchema: eachDialect((dialect) => {
    const { addressBook, metadata } = objectSchemas(dialect);
    return z
      .strictObject({ actions: z.array(emulatedActionSchema(dialect)), address_book: addressBook, metadata })
      .meta({ id: 'PendingActions' });
  }),
  caching: 'pending',
  async answer(request, context) {
    const traces = await findPending(request, context);
    const found = await findActions(traces, request, context);
    if (!request.withTransactions) {
      const texts = await printInTurns(found, createAnswerLength(context.dialect), ({ printed }) => printed.text());
      const addresses = new Set(found.flatMap(({ printed }) => printed.addresses()));
      return { text: await actionsDocument(texts, [...addresses], context) };
    }
    const full = await fullTransactions(found, context);
    const shown = found.map(({ printed: { action } }) => ({
      members: action.members,
      transactions: action.transactions.flatMap((hash) => listOf(full.texts.get(hash))),
    }));
    return { text: await printActions(shown, full.addresses, context) };
  },
});

/** An action of the answer, and its trace. */
interface FoundAction {
  readonly trace: PendingTrace;
  readonly printed: PrintedPendingAction;
}

async function findActions(
  traces: readonly PendingTrace[],
  { account, supported }: PendingActionsRequest,
  context: PendingContext,
): Promise<readonly FoundAction[]> {
  const types = pendingTypesOf(supported, context);
  const found: FoundAction[] = [];
  const turns = createTurns();
  for (const trace of traces) {
    await turns.next();
    for (const printed of printedActionsOf(trace, types, context)) {
      if (account === undefined || printed.action.accounts.includes(account)) found.push({ trace, printed });
    }
  }
  return found;
}

/** The transactions of the actions, printed, by their hash; and the addresses in them. */
async function fullTransactions(
  found: readonly FoundAction[],
  context: PendingContext,
): Promise<{ readonly texts: ReadonlyMap<string, JsonText>; readonly addresses: readonly string[] }> {
  const wanted = new Set(found.flatMap(({ printed }) => printed.action.transactions));
  const traces = [...new Set(found.map(({ trace }) => trace))];
  const printed = await printTransactionsOf(
    traces,
    { isWanted: ({ hash }) => wanted.has(hash), keep: () => undefined },
    context,
  );
  return {
    texts: new Map(printed.map(({ hash, text }) => [hash, text])),
    addresses: printed.flatMap(({ addresses }) => addresses),
  };
}

function listOf<Value>(value: Value | undefined): readonly Value[] {
  return value === undefined ? [] : [value];
}
