import { z } from 'zod';
import type { DialectName } from '../dialect-name.ts';
import { transactionDescription } from './description.ts';
import { accountStatus, address, bagOfCells, decimal, extraCurrencies, hash, integer } from './primitives.ts';

// The forms of a body have no names of their own: in the document they are one object, as generators of clients want.

/** The TL-B constructor in `@type`, its fields beside it. */
const decodedDeployed = z.object({ '@type': z.string() }).catchall(z.unknown());

/** A body whose tag has a name but no schema, or that cannot be decoded: the type, or `unknown`, and the reason. */
const undecoded = z.strictObject({ type: z.string(), error: z.string() });

const decodedContract = z
  .union([
    undecoded,
    z.strictObject({
      type: z.string(),
      comment: z.string().optional(),
      data: z.record(z.string(), z.unknown()).optional(),
    }),
  ])
  .meta({ id: 'MessageBody' });

const accountState = z
  .strictObject({
    hash,
    balance: decimal.nullable(),
    extra_currencies: extraCurrencies.nullable(),
    account_status: accountStatus.nullable(),
    frozen_hash: hash.nullable(),
    data_hash: hash.nullable(),
    code_hash: hash.nullable(),
    data_boc: bagOfCells.optional(),
    code_boc: bagOfCells.optional(),
  })
  .meta({ id: 'AccountState' });

const addressBook = z
  .record(
    z.string(),
    z
      .strictObject({
        user_friendly: z.string().nullable(),
        domain: z.string().nullable(),
        interfaces: z.array(z.string()),
      })
      .meta({ id: 'AddressBookEntry' }),
  )
  .meta({ description: 'Raw address → its user-friendly form, DNS name and known interfaces' });

const metadata = z
  .record(
    z.string(),
    z
      .strictObject({
        is_indexed: z.boolean(),
        token_info: z.array(
          z
            .strictObject({
              valid: z.boolean().optional(),
              type: z.string().optional(),
              name: z.string().optional(),
              symbol: z.string().optional(),
              description: z.string().optional(),
              image: z.string().optional(),
              nft_index: decimal.optional(),
              is_nsfw: z.boolean().optional(),
              is_scam: z.boolean().optional(),
              extra: z.record(z.string(), z.unknown()).optional(),
            })
            .meta({ id: 'TokenInfo' }),
        ),
      })
      .meta({ id: 'AddressMetadata' }),
  )
  .meta({ description: 'Raw address of a token → what its content says' });

/** The schemas of a dialect's objects that several endpoints answer. Unknown members are errors. */
type ObjectSchemas = ReturnType<typeof createObjectSchemas>;

function createObjectSchemas(dialect: DialectName) {
  const isContract = dialect === 'contract';
  const shard = isContract
    ? decimal.meta({ description: 'Shard, signed decimal', examples: ['-9223372036854775808'] })
    : z
        .string()
        .regex(/^[0-9A-F]+$/)
        .max(16)
        .meta({ description: 'Shard, hexadecimal', examples: ['8000000000000000'] });
  const blockRef = z.strictObject({ workchain: integer, shard, seqno: integer }).meta({ id: 'BlockRef' });
  const message = messageSchema(isContract);
  const transaction = transactionSchema(blockRef, message);
  return {
    blockRef,
    block: blockSchema(shard, blockRef),
    message,
    transaction,
    accountState,
    addressBook,
    metadata,
    /** The answer of every endpoint that lists transactions. */
    transactions: z
      .strictObject({ transactions: z.array(transaction), address_book: addressBook })
      .meta({ id: 'Transactions' }),
    /** The forms of a decoded message body. */
    bodyForms: isContract ? { decoded: decodedContract, undecoded } : { decoded: decodedDeployed, undecoded },
  };
}

function blockSchema<Shard extends z.ZodType, Ref extends z.ZodType>(shard: Shard, blockRef: Ref) {
  return z
    .strictObject({
      workchain: integer,
      shard,
      seqno: integer,
      root_hash: hash,
      file_hash: hash.nullable().meta({ description: 'null when nothing confirmed it' }),
      global_id: integer,
      version: integer,
      after_merge: z.boolean(),
      before_split: z.boolean(),
      after_split: z.boolean(),
      want_merge: z.boolean(),
      want_split: z.boolean(),
      key_block: z.boolean(),
      vert_seqno_incr: z.boolean(),
      flags: integer,
      gen_utime: decimal,
      start_lt: decimal,
      end_lt: decimal,
      validator_list_hash_short: integer,
      gen_catchain_seqno: integer,
      min_ref_mc_seqno: integer,
      prev_key_block_seqno: integer,
      vert_seqno: integer,
      master_ref_seqno: integer,
      rand_seed: hash,
      created_by: hash,
      tx_count: integer,
      masterchain_block_ref: blockRef.nullable(),
      prev_blocks: z.array(blockRef),
    })
    .meta({ id: 'Block' });
}

function messageSchema(isContract: boolean) {
  const opcode = isContract ? integer.meta({ description: 'Signed 32-bit' }) : z.string().regex(/^0x[0-9a-f]{8}$/);
  const decoded = isContract
    ? decodedContract.optional()
    : z.union([decodedDeployed, undecoded]).nullable().meta({
        description: 'The TL-B constructor in @type, its fields beside it; or the type and the error of decoding',
      });
  const content = z.strictObject({ hash, body: bagOfCells, decoded }).meta({ id: 'MessageContent' });
  return z
    .strictObject({
      hash,
      source: address.nullable(),
      destination: address.nullable(),
      value: decimal.nullable(),
      value_extra_currencies: extraCurrencies.nullable(),
      fwd_fee: decimal.nullable(),
      ihr_fee: decimal.nullable(),
      extra_flags: decimal.nullable(),
      created_lt: decimal.nullable(),
      created_at: decimal.nullable(),
      opcode: opcode.nullable(),
      decoded_opcode: z.string().nullable(),
      ihr_disabled: z.boolean().nullable(),
      bounce: z.boolean().nullable(),
      bounced: z.boolean().nullable(),
      import_fee: decimal.nullable(),
      in_msg_tx_hash: hash.optional().meta({ description: 'Transaction that received the message' }),
      out_msg_tx_hash: hash.optional().meta({ description: 'Transaction that sent the message' }),
      message_content: content.nullable(),
      init_state: content.nullable(),
      hash_norm: hash.optional(),
    })
    .meta({ id: 'Message' });
}

function transactionSchema<Ref extends z.ZodType, Message extends z.ZodType>(blockRef: Ref, message: Message) {
  return z
    .strictObject({
      account: address,
      hash,
      lt: decimal,
      now: integer,
      mc_block_seqno: integer.nullable().meta({ description: 'null while the round of the block is not known' }),
      trace_id: hash.optional(),
      trace_external_hash: hash.optional(),
      prev_trans_hash: hash,
      prev_trans_lt: decimal,
      orig_status: accountStatus,
      end_status: accountStatus,
      total_fees: decimal,
      total_fees_extra_currencies: extraCurrencies,
      description: transactionDescription,
      block_ref: blockRef,
      in_msg: message.nullable(),
      out_msgs: z.array(message),
      account_state_before: accountState,
      account_state_after: accountState,
      emulated: z.boolean(),
      finality: z.enum(['pending', 'confirmed', 'finalized']),
    })
    .meta({ id: 'Transaction' });
}

const created = new Map<DialectName, ObjectSchemas>();

/** The schemas of shared objects by dialect. Built once, because building costs more than a validation. */
export function objectSchemas(dialect: DialectName): ObjectSchemas {
  const known = created.get(dialect);
  if (known !== undefined) return known;
  const schemas = createObjectSchemas(dialect);
  created.set(dialect, schemas);
  return schemas;
}
