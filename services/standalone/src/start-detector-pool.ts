import { createOnDemandPool } from '@tonriver/get-method-executor/service';
import { defaultDetectorPool } from '@tonriver/interface-detector/service';
import type { Scope } from '@tonriver/lifecycle';
import { createTvmPool, type TvmPool } from '@tonriver/tvm';

/**
 * Creates the thread in which contracts are examined: one of its own, so that no caller of get-methods waits for it. It
 * starts with the first contract.
 */
export function startDetectorPool(scope: Scope): Promise<TvmPool> {
  return scope.start(
    'tvm of the interface-detector',
    () => Promise.resolve(createOnDemandPool(() => createTvmPool(defaultDetectorPool))),
    (opened) => opened.close(),
  );
}
