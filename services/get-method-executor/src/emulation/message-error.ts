import { GetMethodError } from '@tonriver/api-model';
import { EmulationError } from '@tonriver/emulation';

/** Reads or makes a message. @throws {GetMethodError} `bad_message` */
export function messageOf<Result>(make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof EmulationError)) throw error;
    throw new GetMethodError('bad_message', error.message, error.fields, { cause: error });
  }
}
