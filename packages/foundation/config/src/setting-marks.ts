import type { z } from 'zod';

/**
 * Marks a variable whose value is a secret: `.meta(secret('password of that user'))`. It is never logged, and a
 * deployment takes it from its store of secrets.
 */
export function secret(description: string): { readonly description: string; readonly isSecret: true } {
  return { description, isSecret: true };
}

export function isSecret(type: z.ZodType): boolean {
  return type.meta()?.['isSecret'] === true;
}

/** Describes a variable whose default depends on the machine: documents show the words instead of a number. */
export function describedDefault(
  description: string,
  defaultText: string,
): { readonly description: string; readonly defaultText: string } {
  return { description, defaultText };
}

export function defaultTextOf(type: z.ZodType): string | undefined {
  const text = type.meta()?.['defaultText'];
  return typeof text === 'string' ? text : undefined;
}
