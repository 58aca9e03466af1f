import { body, type BodyBuilder, cell, type HasCell } from './body-builder.test-support.ts';
import { type BuiltMessage, send, walletOf } from './built-trace.test-support.ts';
import { addr, jettons } from './matcher-case.test-support.ts';

export const asset4 = (builder: BodyBuilder, name: string | null): BodyBuilder =>
  name === null
    ? builder.uint(0, 4)
    : builder
        .uint(1, 4)
        .int(0, 8)
        .uint(BigInt(`0x${addr(name).slice(2)}`), 256);
export const asset2 = (builder: BodyBuilder, name: string | null): BodyBuilder =>
  name === null
    ? builder.uint(0, 2)
    : builder
        .uint(1, 2)
        .int(0, 8)
        .uint(BigInt(`0x${addr(name).slice(2)}`), 256);

/** What the user sends: 100 of jetton A, to a router. */
export const jettonIn = (sends: readonly BuiltMessage[], payload?: BodyBuilder, to = 'router'): BuiltMessage =>
  jettons({
    from: 'user',
    wallet: 'user A',
    toWallet: `${to} A`,
    to,
    ...(payload === undefined ? {} : { payload }),
    sends,
    name: 'in',
  });
/** What the user gets: 100 of jetton B. */
export const jettonOut = (from: string): BuiltMessage =>
  jettons({ from, wallet: `${from} B`, toWallet: 'user B', to: 'user', name: 'out' });

export const wallets = {
  'router A': walletOf('router', 'A'),
  'router B': walletOf('router', 'B'),
  'pool A': walletOf('pool', 'A'),
  'vault A': walletOf('vault', 'A'),
  'user A': walletOf('user', 'A'),
  'user B': walletOf('user', 'B'),
};
export const swapped = {
  sender: addr('user'),
  asset_in: addr('A'),
  asset_out: addr('B'),
};
export const burn = () => body(0x595f07bc).query().coins(30n).to('user').maybe(null);
export const burnNotification = () => body(0x7bdd97de).query().coins(30n).to('user').to('user');
export const lpTokens = (name = 'minted'): BuiltMessage =>
  send('user LP', body(0x178d4519).query().coins(33n).to('pool').to('user').coins(0n).nothing(), [], { name });

export const v2Payload = (payload: HasCell): BodyBuilder => body(0xcbc33949).ref(payload).ref(cell());
export const v2Swap = (minOut = 90n): BodyBuilder =>
  body(0xc442500f).coins(minOut).uint(0, 40).maybe(null).flag(false).flag(false);
export const v2Deposit = (): BodyBuilder => body(0xc9a015da).coins(100n).coins(200n).coins(1n).uint(0, 16);
export const payNative = (payload: HasCell, then: readonly BuiltMessage[]): BuiltMessage =>
  send('pool', body(0xa5a7cbf8).query().coins(200n).ref(payload).ref(cell()), then, { name: 'ton' });
export const v2Payout = (amount: bigint, exitCode = 0): BuiltMessage =>
  send('user', body(0x3216ca09).query().coins(amount).int(exitCode, 32).maybe(null), [], { name: 'payout' });

export const stonfiV2Request = (wallet: string): BodyBuilder =>
  body(0x6664de2a).to(wallet).to('user').to('user').uint(0, 64).ref(cell().coins(1n).to('user').coins(0n).maybe(null));
