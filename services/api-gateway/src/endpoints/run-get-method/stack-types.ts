import { z } from 'zod';

/**
 * The types of stack entries and arguments, as named schemas: a generated client in Go tries every form of an entry,
 * and only checks what an entry says to be when that type has a name.
 */
export const stackTypes = {
  number: z.enum(['num']).meta({ id: 'NumberType' }),
  bag: z.enum(['cell', 'slice']).meta({ id: 'BagType' }),
  tuple: z.enum(['tuple', 'list']).meta({ id: 'TupleType' }),
  null: z.enum(['null']).meta({ id: 'NullType' }),
};
