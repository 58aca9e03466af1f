import { z } from 'zod';
import { defaultTextOf, isSecret } from './setting-marks.ts';

/** One environment variable of a program, as documents and `--help` describe it. */
export interface VariableDescription {
  readonly name: string;
  readonly meaning: string;
  readonly isRequired: boolean;
  readonly isSecret: boolean;
  /** As JSON; undefined when there is none, or when it depends on the machine. */
  readonly default: string | undefined;
  /** The default in words, where it depends on the machine. */
  readonly defaultText: string | undefined;
}

/** Every variable of a schema, in its order. */
export function describeVariables(schema: z.ZodObject): VariableDescription[] {
  return Object.entries(schema.shape).map(([name, declared]) => {
    const type = declared as z.ZodType;
    const absent = type.safeParse(undefined);
    const defaultText = defaultTextOf(type);
    const hasDefault = absent.success && absent.data !== undefined && defaultText === undefined;
    return {
      name,
      meaning: type.description ?? valuesOf(type),
      isRequired: !absent.success,
      isSecret: isSecret(type),
      default: hasDefault ? JSON.stringify(absent.data) : undefined,
      defaultText,
    };
  });
}

/** An enumeration without a description is described by its values. */
function valuesOf(type: z.ZodType): string {
  let inner: unknown = type;
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodOptional) inner = inner.unwrap();
  return inner instanceof z.ZodEnum ? inner.options.join(', ') : '';
}
