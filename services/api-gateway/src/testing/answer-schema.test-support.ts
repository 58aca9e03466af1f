import type { DialectName } from '@tonriver/api-model';
import type { z } from 'zod';
import { endpoints } from '../endpoints/index.ts';

/** Returns the schema of the answers of an endpoint, such as `/v3/decode`. Unknown members are errors too. */
export function answerSchemaOf(path: string, dialect: DialectName): z.ZodType {
  const schema = endpoints.find(({ paths }) => paths.includes(path))?.answerSchema?.[dialect];
  if (schema === undefined) throw new TypeError(`${path} has no answer`);
  return schema;
}
