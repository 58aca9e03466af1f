import {
  address,
  type BodyType,
  bits,
  bool,
  cell,
  either,
  externalAddress,
  field,
  grams,
  hashmapE,
  internalAddress,
  maybe,
  maybeCell,
  record,
  ref,
  rest,
  tagged,
  uint,
  union,
  varUint32,
} from '../schema-language.ts';

/** `extra_currencies$_ dict:(HashmapE 32 (VarUInteger 32)) = ExtraCurrencyCollection;` */
const extraCurrencies = record('extra_currencies', field('dict', hashmapE(32, varUint32)));

/** `currencies$_ grams:Grams other:ExtraCurrencyCollection = CurrencyCollection;` */
export const currencyCollection = record('currencies', field('grams', grams), field('other', extraCurrencies));

/**
 * ```tlb
 * int_msg_info$0 ihr_disabled:Bool bounce:Bool bounced:Bool src:MsgAddress dest:MsgAddressInt value:CurrencyCollection
 *   ihr_fee:Grams fwd_fee:Grams created_lt:uint64 created_at:uint32 = CommonMsgInfoRelaxed;
 * ext_out_msg_info$11 src:MsgAddress dest:MsgAddressExt created_lt:uint64 created_at:uint32 = CommonMsgInfoRelaxed;
 * ```
 */
const commonMessageInfoRelaxed = union(
  tagged('int_msg_info', '$0', [
    field('ihr_disabled', bool),
    field('bounce', bool),
    field('bounced', bool),
    field('src', address),
    field('dest', internalAddress),
    field('value', currencyCollection),
    field('ihr_fee', grams),
    field('fwd_fee', grams),
    field('created_lt', uint(64)),
    field('created_at', uint(32)),
  ]),
  tagged('ext_out_msg_info', '$11', [
    field('src', address),
    field('dest', externalAddress),
    field('created_lt', uint(64)),
    field('created_at', uint(32)),
  ]),
);

/** `tick_tock$_ tick:Bool tock:Bool = TickTock;` */
const tickTock = record('tick_tock', field('tick', bool), field('tock', bool));

/**
 * `_ fixed_prefix_length:(Maybe (## 5)) special:(Maybe TickTock) code:(Maybe ^Cell) data:(Maybe ^Cell)
 * library:(Maybe ^Cell) = StateInit;`
 */
export const stateInit = record(
  undefined,
  field('fixed_prefix_length', maybe(uint(5))),
  field('special', maybe(tickTock)),
  field('code', maybeCell),
  field('data', maybeCell),
  field('library', maybeCell),
);

/**
 * A message to be sent by a contract. Its body is decoded as a body.
 *
 * `message$_ {X:Type} info:CommonMsgInfoRelaxed init:(Maybe (Either StateInit ^StateInit)) body:(Either X ^X)
 * = MessageRelaxed X;` with X = Any.
 */
export const messageRelaxed = record(
  'message',
  field('info', commonMessageInfoRelaxed),
  field('init', maybe(either(stateInit, ref(stateInit)))),
  field('body', either(rest, ref(rest))),
);

/** `libref_hash$0 lib_hash:bits256 = LibRef; libref_ref$1 library:^Cell = LibRef;` */
const libraryReference = union(
  tagged('libref_hash', '$0', [field('lib_hash', bits(256))]),
  tagged('libref_ref', '$1', [field('library', cell)]),
);

/**
 * ```tlb
 * action_send_msg#0ec3c86d mode:(## 8) out_msg:^(MessageRelaxed Any) = OutAction;
 * action_set_code#ad4de08e new_code:^Cell = OutAction;
 * action_reserve_currency#36e6b809 mode:(## 8) currency:CurrencyCollection = OutAction;
 * action_change_library#26fa1dd4 mode:(## 7) libref:LibRef = OutAction;
 * ```
 */
const outAction = union(
  tagged('action_send_msg', '#0ec3c86d', [field('mode', uint(8)), field('out_msg', ref(messageRelaxed))]),
  tagged('action_set_code', '#ad4de08e', [field('new_code', cell)]),
  tagged('action_reserve_currency', '#36e6b809', [field('mode', uint(8)), field('currency', currencyCollection)]),
  tagged('action_change_library', '#26fa1dd4', [field('mode', uint(7)), field('libref', libraryReference)]),
);

/** OutList n. */
export const outList: BodyType = { kind: 'out_list', action: outAction, countMin: 0 };

/** OutList n, n ≥ 1. */
export const nonEmptyOutList: BodyType = { kind: 'out_list', action: outAction, countMin: 1 };

/** `_ mode:(## 8) msg:^(MessageRelaxed Any) = ModeWithMessage;` */
export const modeWithMessage = record(undefined, field('mode', uint(8)), field('msg', ref(messageRelaxed)));
