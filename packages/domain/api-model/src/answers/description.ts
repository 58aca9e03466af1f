import { z } from 'zod';
import { decimal, extraCurrencies, hash, integer, statusChange } from './primitives.ts';

const messageSize = z.strictObject({ cells: decimal, bits: decimal }).meta({ id: 'MessageSize' });

const storagePhase = z
  .strictObject({
    storage_fees_collected: decimal,
    storage_fees_due: decimal.optional(),
    status_change: statusChange,
  })
  .meta({ id: 'StoragePhase' });

const creditPhase = z
  .strictObject({
    due_fees_collected: decimal.optional(),
    credit: decimal,
    credit_extra_currencies: extraCurrencies.optional(),
  })
  .meta({ id: 'CreditPhase' });

const computePhase = z
  .strictObject({
    skipped: z.boolean(),
    reason: z.enum(['no_state', 'bad_state', 'no_gas', 'suspended']).optional(),
    success: z.boolean().optional(),
    msg_state_used: z.boolean().optional(),
    account_activated: z.boolean().optional(),
    gas_fees: decimal.optional(),
    gas_used: decimal.optional(),
    gas_limit: decimal.optional(),
    gas_credit: decimal.optional(),
    mode: integer.optional(),
    exit_code: integer.optional(),
    exit_arg: integer.optional(),
    vm_steps: integer.optional(),
    vm_init_state_hash: hash.optional(),
    vm_final_state_hash: hash.optional(),
  })
  .meta({ id: 'ComputePhase' });

const actionPhase = z
  .strictObject({
    success: z.boolean(),
    valid: z.boolean(),
    no_funds: z.boolean(),
    status_change: statusChange,
    total_fwd_fees: decimal.optional(),
    total_action_fees: decimal.optional(),
    result_code: integer,
    result_arg: integer.optional(),
    tot_actions: integer,
    spec_actions: integer,
    skipped_actions: integer,
    msgs_created: integer,
    action_list_hash: hash,
    tot_msg_size: messageSize,
  })
  .meta({ id: 'ActionPhase' });

const bouncePhase = z
  .strictObject({
    type: z.enum(['negfunds', 'nofunds', 'ok']),
    msg_size: messageSize.optional(),
    req_fwd_fees: decimal.optional(),
    msg_fees: decimal.optional(),
    fwd_fees: decimal.optional(),
  })
  .meta({ id: 'BouncePhase' });

const splitInfo = z
  .strictObject({
    cur_shard_pfx_len: integer,
    acc_split_depth: integer,
    this_addr: hash,
    sibling_addr: hash,
  })
  .meta({ id: 'SplitInfo' });

/** Members that a type does not have are absent, not null. */
export const transactionDescription = z
  .strictObject({
    type: z.enum(['ord', 'storage', 'tick_tock', 'split_prepare', 'split_install', 'merge_prepare', 'merge_install']),
    aborted: z.boolean().optional(),
    destroyed: z.boolean().optional(),
    credit_first: z.boolean().optional(),
    is_tock: z.boolean().optional(),
    installed: z.boolean().optional(),
    storage_ph: storagePhase.optional(),
    credit_ph: creditPhase.optional(),
    compute_ph: computePhase.optional(),
    action: actionPhase.optional(),
    bounce: bouncePhase.optional(),
    split_info: splitInfo.optional(),
  })
  .meta({ id: 'TransactionDescription' });

export type TransactionDescriptionAnswer = z.output<typeof transactionDescription>;
