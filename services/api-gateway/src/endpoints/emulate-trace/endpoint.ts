import { bagOfCells, type DialectName, GetMethodError, hash, integer, objectSchemas } from '@tonriver/api-model';
import { z } from 'zod';
import { GatewayError } from '../../gateway-error.ts';
import { emulatedActionSchema } from '../actions/action-schema.ts';
import { eachDialect } from '../by-dialect.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { runHeaders } from '../run-headers.ts';
import { exampleMessage } from '../send-message/read-message.ts';
import { traceNode } from '../traces/trace-schema.ts';
import { answerTrace } from './answer-trace.ts';
import { readRequest } from './read-request.ts';
import { traceErrorOf } from './trace-errors.ts';

const requestBody = z
  .object({
    boc: z.base64().meta({ description: 'Bag of cells with one external message, standard base64' }),
    ignore_chksig: z.boolean().optional().meta({ description: 'Whether every signature counts as valid' }),
    with_actions: z.boolean().optional().meta({ description: 'Whether the answer has actions' }),
    include_code_data: z.boolean().optional().meta({ description: 'Whether it has code and data of the accounts' }),
    include_address_book: z.boolean().optional(),
    include_metadata: z.boolean().optional(),
    mc_block_seqno: z
      .int()
      .min(1)
      .nullable()
      .optional()
      .meta({ description: 'Masterchain block after which it is emulated; absent: the newest indexed one' }),
  })
  .meta({ id: 'EmulateTraceRequest' });

const cells = z.record(hash, bagOfCells);

function answerSchema(dialect: DialectName) {
  const { transaction, addressBook, metadata } = objectSchemas(dialect);
  return z
    .strictObject({
      mc_block_seqno: integer,
      trace: traceNode,
      transactions: z.record(hash, transaction),
      actions: z.array(emulatedActionSchema(dialect)).optional(),
      code_cells: cells.optional(),
      data_cells: cells.optional(),
      address_book: addressBook.optional(),
      metadata: metadata.optional(),
      rand_seed: hash,
      is_incomplete: z.boolean(),
    })
    .meta({ id: 'EmulatedTrace' });
}

/** POST /emulate/v1/emulateTrace. */
export const emulateTrace = defineEndpoint({
  path: '/emulate/v1/emulateTrace',
  tag: 'messages',
  summary: 'What an external message would do',
  description:
    'The message and all that follows from it are emulated after one indexed block. Hashes and logical times are ' +
    'predictions. A trace of more than 500 transactions, a large one that takes too long, or one that needs a state that ' +
    'is not known, is incomplete. ' +
    'The header X-Actions-Version selects the types of actions. metadata says which of the named accounts are tokens.',
  body: { schema: requestBody, bounds: { nestingMax: 8, valuesMax: 100, bytesMax: 256 * 1024 }, read: readRequest },
  example: () => exampleMessage,
  errors: {
    400: 'The message cannot be read',
    500: 'Not accepted, or not emulated in time',
    501: 'Not available here',
    503: 'Nothing is indexed yet, or too much is emulated at once',
  },
  answerSchema: eachDialect(answerSchema),
  caching: 'none',
  async answer(asked, context) {
    const { executor, getMethodTimeoutMs, signalFor } = context;
    if (executor === undefined) {
      throw new GatewayError('not_implemented', 'traces cannot be emulated: no get-method executor is configured');
    }
    try {
      const emulated = await executor.emulateTrace(asked.call, { signal: signalFor(getMethodTimeoutMs) });
      return { text: await answerTrace(emulated, asked, context), headers: runHeaders(context, emulated.seqno) };
    } catch (error) {
      throw error instanceof GetMethodError ? traceErrorOf(error) : error;
    }
  },
});
