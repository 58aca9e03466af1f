import { z } from 'zod';
import { eachDialect } from '../by-dialect.ts';
import { stackTypes } from './stack-types.ts';

// Schemas of the bodies of POST runGetMethod, for the OpenAPI document. The endpoints read these bodies without them,
// because the deployed service has a different text for each error.

/** A call of the elector, which exists on every network. */
export const exampleCall = { address: `-1:${'3'.repeat(64)}`, method: 'active_election_id', stack: [] };

const address = z.string().meta({
  description: 'Address of the contract: raw (wc:hex) or user-friendly (base64, base64url)',
  examples: [exampleCall.address],
});
const methodName = z
  .string()
  .meta({ description: 'Name of the get-method, or its number in digits', examples: [exampleCall.method] });
const method = z
  .union([methodName, z.int().meta({ description: 'Number of the get-method' })])
  .meta({ id: 'MethodNameOrNumber' });
const seqno = z.int().min(1).meta({ description: 'Masterchain block at which to run; absent: the newest indexed one' });
const bag = z.base64().meta({ description: 'Bag of cells, base64' });
const number = z.union([z.string(), z.int()]).meta({
  id: 'NumberText',
  description: 'Number of up to 257 bits: decimal, 0x… or -0x…',
  examples: ['0x1f'],
});

// Each form is a named schema, because generators of clients support recursion only through named objects.
const numberArgument = z.object({ type: stackTypes.number, value: number }).meta({ id: 'NumberArgument' });
const bagArgument = z.object({ type: stackTypes.bag, value: bag }).meta({ id: 'BagArgument' });
const simpleArgument = z.discriminatedUnion('type', [numberArgument, bagArgument]).meta({ id: 'StackArgument' });

interface ContractArgument {
  readonly type: string;
  readonly value?: unknown;
}

const contractArgument: z.ZodType<ContractArgument> = z
  .discriminatedUnion('type', [
    numberArgument,
    bagArgument,
    z.object({ type: stackTypes.null }).meta({ id: 'NullArgument' }),
    z
      .object({
        type: stackTypes.tuple,
        get value(): z.ZodType<readonly ContractArgument[]> {
          return z.array(contractArgument);
        },
      })
      .meta({ id: 'TupleArgument' }),
  ])
  .meta({ id: 'StackArgument' });

const pairs = z.array(z.array(z.unknown())).meta({
  description:
    'Arguments as pairs: ["num", "0x1f"], ["tvm.Cell", BoC], ["tvm.Slice", BoC], ["cell" | "slice", {"bytes": BoC}], ' +
    '["tuple", {"elements": […]}], ["list", {"elements": […]}]',
  examples: [[['num', '0x1f']]],
});

/** Bodies of POST /v3/runGetMethod. */
export const bodyV3 = eachDialect((dialect) =>
  (dialect === 'contract'
    ? z.object({ address, method, stack: z.array(contractArgument).optional(), seqno: seqno.optional() })
    : z.object({ address, method: methodName, stack: z.array(simpleArgument).optional() })
  ).meta({ id: 'GetMethodRequest' }),
);

/** Bodies of POST /v2/runGetMethod. */
export const bodyV2 = eachDialect((dialect) =>
  z
    .object({ address, method, stack: dialect === 'contract' ? pairs.optional() : pairs, seqno: seqno.optional() })
    .meta({ id: 'GetMethodRequestV2' }),
);
