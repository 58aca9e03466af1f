import { body, comment } from '../cases/body-builder.test-support.ts';
import { builtTrace, knownAccounts, send, walletOf } from '../cases/built-trace.test-support.ts';
import type { AccountInterfaces } from '../trace/interfaces.ts';
import type { TraceInput } from '../trace/trace-input.ts';

/** A made-up trace of 1,333 jetton transfers in 4,000 transactions: one more would be classified by its header only. */
export function longTrace(): {
  readonly trace: TraceInput;
  readonly interfaces: ReadonlyMap<string, AccountInterfaces>;
} {
  const transfers = Array.from({ length: 1_333 }, (_, index) => {
    const receiver = `receiver ${index}`;
    const transfer = body(0x0f8a7ea5).query().coins(100n).to('friend').to('user').maybe(null).coins(1n);
    const internal = body(0x178d4519).query().coins(100n).to('user').to('user').coins(1n).nothing();
    const excesses = send('user', body(0xd53276db).query());
    return {
      receiver,
      message: send(`sender ${index}`, transfer.either(comment('thanks')), [send(receiver, internal, [excesses])]),
    };
  });
  return {
    trace: builtTrace(transfers.map(({ message }) => message)),
    interfaces: knownAccounts(
      Object.fromEntries(transfers.map(({ receiver }) => [receiver, walletOf('friend', 'master')])),
    ),
  };
}
