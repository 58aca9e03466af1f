import type { Message, Transaction } from './answers.d.ts';

/** What the explorer reads of a message. */
export function madeMessage(changes: Partial<Message>): Message {
  const none = { source: '0:AA', destination: '0:BB', value: '1', value_extra_currencies: null, fwd_fee: null };
  const times = { import_fee: null, created_lt: null, created_at: null };
  const content = { opcode: null, decoded_opcode: null, message_content: null, init_state: null };
  return { hash: 'm', bounce: null, bounced: null, ...none, ...times, ...content, ...changes };
}

/** What the explorer reads of a transaction. */
export function madeTransaction(changes: Partial<Transaction> & { readonly hash: string }): Transaction {
  const state = { hash: 's', balance: '1' };
  return {
    account: '0:AA',
    lt: '1',
    now: 1,
    mc_block_seqno: 1,
    prev_trans_hash: 'p',
    prev_trans_lt: '0',
    orig_status: 'active',
    end_status: 'active',
    total_fees: '0',
    description: { type: 'ord' },
    block_ref: { workchain: 0, shard: '-9223372036854775808', seqno: 1 },
    in_msg: null,
    out_msgs: [],
    account_state_before: state,
    account_state_after: state,
    finality: 'finalized',
    ...changes,
  };
}
