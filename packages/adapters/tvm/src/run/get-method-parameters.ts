import type { GetMethodCall } from '../get-method.ts';
import { badInput } from './input-tree.ts';

/** The emulator puts it into 64 signed bits. All grams that there are fit three times. */
const balanceMax = 2n ** 63n - 1n;
const gasMax = 2n ** 63n - 1n;
const methodIdMin = -(2 ** 31);
const methodIdMax = 2 ** 31 - 1;
const currencyMax = 2 ** 32 - 1;
/** `VarUInteger 32`: 31 bytes. */
const amountMax = 2n ** 248n - 1n;
/** Extra currencies of one account; the chain allows two in a message. */
const currenciesMax = 1_000;

type NumbersOfCall = Pick<
  GetMethodCall,
  'address' | 'randomSeed' | 'balance' | 'extraCurrencies' | 'gasLimit' | 'methodId'
>;

export interface ParameterTexts {
  readonly code: Buffer;
  readonly data: Buffer;
  readonly libraries: Buffer | null;
  readonly previousBlocks: Buffer | null;
  readonly unixTime: number;
}

/**
 * The emulator's parameters as JSON, without a detour over objects and strings: code and data are most of it and are
 * ASCII already. Throws `tvm_bad_input` for numbers out of range.
 */
export function getMethodParameters(call: NumbersOfCall, texts: ParameterTexts): Buffer {
  const { address, randomSeed, balance, gasLimit, methodId } = call;
  if (balance < 0n || balance > balanceMax) throw badInput('balance', { balance: String(balance) });
  if (gasLimit < 1n || gasLimit > gasMax) throw badInput('gas limit', { gasLimit: String(gasLimit) });
  if (!Number.isInteger(methodId) || methodId < methodIdMin || methodId > methodIdMax) {
    throw badInput('method', { methodId });
  }
  if (!Number.isInteger(address.workchain) || address.workchain < -128 || address.workchain > 127) {
    throw badInput('address', { workchain: address.workchain });
  }
  const head =
    `"address":"${address.workchain}:${hex(address.hash, 'address')}","unixtime":${texts.unixTime},` +
    `"balance":"${balance}","rand_seed":"${hex(randomSeed, 'random seed')}","gas_limit":"${gasLimit}",` +
    `"method_id":${methodId},"verbosity":0,"debug_enabled":false${extraCurrencies(call)}`;
  const pieces = [text('{'), text(head), text(',"code":"'), texts.code, text('","data":"'), texts.data];
  if (texts.libraries !== null) pieces.push(text('","libs":"'), texts.libraries);
  if (texts.previousBlocks !== null) pieces.push(text('","prev_blocks_info":"'), texts.previousBlocks);
  return Buffer.concat([...pieces, text('"}')]);
}

/**
 * The emulator joins several currencies without a space between them, which it then cannot read. It does not look into
 * a name, though, so all of them go in as one: `"100":"5 200=7"` becomes `100=5 200=7`. An amount of zero would make it
 * loop for ever; the chain removes those itself.
 */
function extraCurrencies({ extraCurrencies: all }: NumbersOfCall): string {
  if (all.length > currenciesMax) throw badInput('extra currencies', { count: all.length });
  for (const { currency, amount } of all) {
    const isRight = Number.isInteger(currency) && currency >= 0 && currency <= currencyMax;
    if (!isRight || amount < 0n || amount > amountMax) throw badInput('extra currencies', { currency });
  }
  const [first, ...rest] = all.filter(({ amount }) => amount > 0n);
  if (first === undefined) return '';
  const value = [String(first.amount), ...rest.map(({ currency, amount }) => `${currency}=${amount}`)].join(' ');
  return `,"extra_currencies":{"${first.currency}":"${value}"}`;
}

export function hex(bytes: Uint8Array, part: string): string {
  if (bytes.length !== 32) throw badInput(part, { bytes: bytes.length });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
}

function text(value: string): Buffer {
  return Buffer.from(value, 'latin1');
}
