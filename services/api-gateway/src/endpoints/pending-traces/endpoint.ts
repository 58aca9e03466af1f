import { objectSchemas } from '@tonriver/api-model';
import type { PendingTrace } from '@tonriver/pending-store';
import { z } from 'zod';
import { arrayText, type JsonText, objectText } from '../../answers/json-text.ts';
import { knownAddresses } from '../../answers/known-addresses.ts';
import { addressesIn, typesIn } from '../actions/stored-action.ts';
import { eachDialect } from '../by-dialect.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { createTurns } from '../../answers/turns.ts';
import type { PendingContext } from '../endpoint-definition.ts';
import { compareDescending, findPending, ltOf } from '../pending/find-pending.ts';
import { printTransactionsOf } from '../pending/opened-trace.ts';
import { pendingActionsOf, pendingTypesOf } from '../pending/pending-actions-of.ts';
import { pendingErrors, pendingExample } from '../pending/pending-document.ts';
import { type PendingFilter, pendingParameters, readPendingFilter } from '../pending/pending-request.ts';
import { pendingTraceSchema } from '../traces/trace-schema.ts';
import { traceText } from '../traces/trace-text.ts';
import { nodeOf, pendingTraceMembers, type PrintedNode } from './trace-members.ts';

interface PendingTracesRequest extends PendingFilter {
  readonly supported: readonly string[] | undefined;
}

/** GET pendingTraces: traces that are no finished ones yet. */
export const pendingTraces = defineEndpoint({
  path: '/v3/pendingTraces',
  tag: 'actions',
  summary: 'Pending traces',
  description: {
    contract:
      'Traces that began with an external message and that traces does not have yet, with their actions. Newest ' +
      'first. A message that the chain will not take is a trace in the state broken, if it is asked for by ' +
      'ext_msg_hash: warning says why. metadata says which of the named accounts are tokens.',
    deployed:
      'Traces that began with an external message and that traces does not have yet, with their actions. Newest ' +
      'first. metadata says which of the named accounts are tokens.',
  },
  query: {
    schema: z.object(pendingParameters),
    read: (query, dialect): PendingTracesRequest => ({
      ...readPendingFilter(query, dialect),
      supported: typesIn(query.supported_action_types),
    }),
  },
  example: pendingExample,
  errors: pendingErrors,
  answerSchema: eachDialect((dialect) => {
    const { addressBook, metadata } = objectSchemas(dialect);
    return z
      .strictObject({ traces: z.array(pendingTraceSchema(dialect)), address_book: addressBook, metadata })
      .meta({ id: 'PendingTraces' });
  }),
  caching: 'pending',
  async answer(request, context) {
    const found = await findPending(request, context);
    const showsRefused = context.dialect.name === 'contract' && request.messageHashes !== undefined;
    const traces = found.filter(({ state }) => state !== 'refused' || showsRefused);
    return { text: await answerTraces(traces, request, context) };
  },
});

async function answerTraces(
  traces: readonly PendingTrace[],
  { supported }: PendingTracesRequest,
  context: PendingContext,
): Promise<JsonText> {
  const { dialect } = context;
  const types = pendingTypesOf(supported, context);
  const printed = await printTransactionsOf(traces, { isWanted: () => true, keep: nodeOf }, context);
  const addresses = printed.flatMap((transaction) => transaction.addresses);
  const texts: JsonText[] = [];
  let next = 0;
  const turns = createTurns();
  for (const trace of traces) {
    await turns.next();
    const from = next;
    while (printed[next]?.trace === trace) next += 1;
    const transactions = printed.slice(from, next);
    const actions = pendingActionsOf(trace, types.shown, context)
      .map(({ members }) => members)
      .toSorted((left, right) => compareDescending(ltOf(right['start_lt']), ltOf(left['start_lt'])));
    addresses.push(...addressesIn(actions.map(({ details, accounts }) => [details, accounts])));
    texts.push(textOfTrace(trace, transactions, { ...pendingTraceMembers(trace, transactions, dialect), actions }));
  }
  return objectText({ traces: arrayText(texts), ...(await knownAddresses(addresses, context)) });
}

function textOfTrace(
  { rootHash }: PendingTrace,
  transactions: readonly PrintedNode[],
  members: Readonly<Record<string, unknown>>,
): JsonText {
  if (rootHash === null) return traceText(members);
  const order = transactions.map(({ hash }) => hash);
  const [tree, texts] = [transactions.map(({ kept }) => kept.tree), transactions.map(({ text }) => text)];
  return traceText(members, { rootHash, tree, order, texts });
}
