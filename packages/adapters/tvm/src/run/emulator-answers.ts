import { TvmError } from '../tvm-error.ts';

/** The emulator's answer to a get-method. */
export type GetMethodAnswer =
  | { readonly fail: true; readonly message: string }
  | {
      readonly fail?: undefined;
      readonly output:
        | { readonly success: false; readonly error: string }
        | {
            readonly success: true;
            readonly stack: string;
            readonly gas_used: string;
            readonly vm_exit_code: number;
            readonly missing_library: string | null;
          };
    };

/** The emulator's answer to an emulated transaction. */
export type EmulationAnswer =
  | { readonly fail: true; readonly message: string }
  | {
      readonly fail?: undefined;
      readonly output:
        | {
            readonly success: false;
            readonly error: string;
            readonly external_not_accepted?: boolean;
            readonly vm_exit_code?: number;
          }
        | {
            readonly success: true;
            readonly transaction: string;
            readonly shard_account: string;
            readonly actions: string | null;
          };
    };

/** The emulator's word for a result with more entries than it writes. */
const stackNotWritten = "Couldn't serialize stack";

/** Converts a refusal of the emulator to an error. The texts are those of the one supported build. */
export function refusal(reason: string): TvmError {
  if (reason.startsWith(stackNotWritten)) {
    return new TvmError('tvm_stack_too_large', 'The result is larger than the emulator can write', { reason });
  }
  return new TvmError('tvm_emulator_failed', 'The emulator refused the call', { reason });
}

/** The emulator's words for a message from outside whose account does not exist, or cannot pay for the import. */
const rejectedEarly = 'before smart-contract execution';

/** Tells whether a refusal is the chain's own answer to the message: the node rejects it in the same way. */
export function isRejection(reason: string): boolean {
  return reason.includes('inbound external message rejected by account') && reason.includes(rejectedEarly);
}

export function bytesOf(base64: string): Uint8Array {
  const buffer = Buffer.from(base64, 'base64');
  // A copy of its own: small buffers are views of a shared pool, which is not sent to other threads.
  return new Uint8Array(buffer);
}
