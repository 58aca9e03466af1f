/** @import { Sentences } from '../sentences.js' */

/** What stands before the body of a message that came back. */
const BOUNCED = '0xffffffff';

/** @type {(details: Readonly<Record<string, unknown>>) => boolean} */
const isFromOutside = ({ source }) => source === undefined || source === null;

/**
 * Messages that nothing more is known of, jettons, and what may happen to any account.
 *
 * @type {Sentences}
 */
export const basicSentences = {
  ton_transfer: '{account source} <sent|send> {ton value} to {account destination}[, with {comment comment encrypted}]',
  extra_currency_transfer:
    '{account source} <sent|send> {currencies extra_currencies value_extra_currencies} with {ton value} ' +
    'to {account destination}[, with {comment comment encrypted}]',
  call_contract: [
    {
      if: ({ opcode }) => opcode === BOUNCED,
      say: '{account source} <sent|send> a message back to {account destination}[ with {ton value}]',
    },
    { if: isFromOutside, say: 'A message from outside <called|call> {account destination}[ (opcode {code opcode})]' },
    { say: '{account source} <called|call> {account destination}[ with {ton value}][ (opcode {code opcode})]' },
  ],
  contract_deploy: [
    { if: isFromOutside, say: 'A message from outside <deployed|deploy> {account destination}' },
    // The classifier takes it from what the new account told the outside.
    { if: ({ destination }) => !destination, say: '{account source} was deployed' },
    { say: '{account source} <deployed|deploy> {account destination}[ with {ton value}]' },
  ],
  tick_tock: 'The chain <ran|run> {accounts} by itself',
  unknown: 'Transactions of which no action is known, of {accounts}',

  jetton_transfer:
    '{account sender} <sent|send> {jetton amount asset} to {account receiver}[, with {comment comment is_encrypted_comment}]',
  jetton_burn: '{account owner} <burnt|burn> {jetton amount asset}',
  jetton_mint: '{account asset} <minted|mint> {jetton amount asset} for {account receiver}',

  multisig_create_order: [
    {
      if: ({ is_signed_by_creator: isSigned }) => isSigned === true,
      say:
        '{account source} <created and approved|create and approve> order {id order_seqno} ' +
        '({account destination_order}) of the multisig {account destination}',
    },
    {
      say:
        '{account source} <created|create> order {id order_seqno} ({account destination_order}) ' +
        'of the multisig {account destination}',
    },
  ],
  multisig_approve: [
    {
      if: (_, isFailed) => isFailed,
      say: '{account source} <approved|approve> the order {account destination}[, exit code {number exit_code}]',
    },
    { say: '{account source} <approved|approve> the order {account destination}' },
  ],
  multisig_execute:
    'The multisig {account destination} <executed|execute> order {id order_seqno} ({account source})' +
    '[, with {number approvals_num} approvals]',

  vesting_send_message:
    '{account source} <sent|send> {ton amount} from the vesting wallet {account vesting} to {account destination}',
  vesting_add_whitelist:
    '{account source} <allowed|allow> the vesting wallet {account vesting} to send to {accounts accounts_added}',

  stake_deposit: [
    {
      if: ({ source_asset: asset }) => typeof asset === 'string',
      say:
        '{account stake_holder} <staked|stake> {jetton amount source_asset} with {account pool}' +
        '[, for {jetton tokens_minted asset}]',
    },
    {
      say: '{account stake_holder} <staked|stake> {ton amount} with {account pool}[, for {jetton tokens_minted asset}]',
    },
  ],
  stake_withdrawal:
    '{account stake_holder} <took|take> a stake of {ton amount} back[ from {account pool}]' +
    '[, for {jetton tokens_burnt asset}]',
  stake_withdrawal_request:
    '{account stake_holder} <asked|ask> {account pool} for a stake back[, for {jetton tokens_burnt asset}]',
  election_deposit: '{account stake_holder} <staked|stake>[ {ton amount}] in the election of validators',
  election_recover: '{account stake_holder} <took|take> a stake[ of {ton amount}] back from the elections',
  subscribe: '{account subscriber} <subscribed|subscribe>[ to {account beneficiary}] for {ton amount}',
  unsubscribe: '{account subscriber} <ended|end> a subscription[ to {account beneficiary}]',
};
