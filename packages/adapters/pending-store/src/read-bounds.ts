import { PendingStoreError } from './pending-store-error.ts';

/** The most traces that one call returns. */
export const TRACES_PER_READ_MAX = 5_000;

export function tooManyTraces(): PendingStoreError {
  return new PendingStoreError('too_many', `more than ${TRACES_PER_READ_MAX} traces are pending there`);
}

export function notConfirmed(): PendingStoreError {
  return new PendingStoreError('not_ready', 'pending traces are not known now: nobody says that all are there');
}
