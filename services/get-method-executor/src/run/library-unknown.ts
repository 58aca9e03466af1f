import { GetMethodError } from '@tonriver/api-model';

/** The error for a run that depends on a library of which it is not known whether it exists. */
export function libraryUnknown(hash: Uint8Array): GetMethodError {
  const text = Buffer.from(hash).toString('hex').toUpperCase();
  return new GetMethodError('library_unknown', `library ${text} is needed and not known`, { hash: text });
}
