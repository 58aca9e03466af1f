import {
  type BodyType,
  bits,
  bool,
  constructor,
  field,
  group,
  internalAddress,
  lazy,
  maybe,
  queryId,
  record,
  ref,
  rest,
  tagged,
  uint,
  union,
} from '../schema-language.ts';
import { currencyCollection, outList } from './message-types.ts';

/**
 * ```tlb
 * add_extension#02 addr:MsgAddressInt = W5ExtendedAction;
 * delete_extension#03 addr:MsgAddressInt = W5ExtendedAction;
 * set_signature_auth_allowed#04 allowed:Bool = W5ExtendedAction;
 * ```
 */
const extendedAction = union(
  tagged('add_extension', '#02', [field('addr', internalAddress)]),
  tagged('delete_extension', '#03', [field('addr', internalAddress)]),
  tagged('set_signature_auth_allowed', '#04', [field('allowed', bool)]),
);

/**
 * ```tlb
 * extended_list_last$_ action:W5ExtendedAction = W5ExtendedActionList 0;
 * extended_list_action$_ {m:#} action:W5ExtendedAction prev:^(W5ExtendedActionList m) = W5ExtendedActionList (m + 1);
 * ```
 * The length is not stored: the list continues while there are references.
 */
const extendedActions: BodyType = {
  kind: 'by_references',
  some: record(
    'extended_list_action',
    field('action', extendedAction),
    field('prev', ref(lazy(() => extendedActions))),
  ),
  none: record('extended_list_last', field('action', extendedAction)),
};

/** `w5_actions_request$_ out_actions:(Maybe ^(OutList m)) extended_actions:(Maybe (W5ExtendedActionList n))` */
const innerRequest = record(
  'w5_actions_request',
  field('out_actions', maybe(ref(outList))),
  field('extended_actions', maybe(extendedActions)),
);

/** `w5_signed_request$_ wallet_id:uint32 valid_until:uint32 msg_seqno:uint32 inner:W5InnerRequest signature:bits512` */
const signedRequest = record(
  'w5_signed_request',
  field('wallet_id', uint(32)),
  field('valid_until', uint(32)),
  field('msg_seqno', uint(32)),
  field('inner', innerRequest),
  field('signature', bits(512)),
);

/** Wallet v5 and highload v3. Their tags are printed also when the rest cannot be read. */
const requests = group(
  // Before all other groups, because these bodies are recognised by their tags alone.
  -1,
  constructor('w5_external_signed_request', 0x7369676e, [field('request', signedRequest)]),
  constructor('w5_internal_signed_request', 0x73696e74, [field('request', signedRequest)]),
  constructor('w5_extension_action_request', 0x6578746e, [queryId, field('request', innerRequest)]),
  constructor('highload_v3_internal_request', 0xae42e5a4, [queryId, field('actions', ref(outList))]),
);

const requestsAsTheyAre = group(
  8,
  constructor('w5_external_signed_request', 0x7369676e, [field('rest', rest)]),
  constructor('w5_internal_signed_request', 0x73696e74, [field('rest', rest)]),
  constructor('w5_extension_action_request', 0x6578746e, [field('rest', rest)]),
  constructor('highload_v3_internal_request', 0xae42e5a4, [field('rest', rest)]),
);

/** Wallet v4 and its plugins. */
const plugins = group(
  5,
  constructor('wallet_plugin_installation_notification', 0x6e6f7465, [queryId]),
  constructor('wallet_plugin_destruct', 0x64737472, [queryId]),
  constructor('wallet_plugin_destruct_response', 0xe4737472, [queryId]),
  constructor('payment_request', 0x706c7567, [queryId, field('amount', currencyCollection)]),
  constructor('payment_confirmed', 0xf06c7567, [queryId]),
);

export const wallets = [requests, requestsAsTheyAre, plugins];
