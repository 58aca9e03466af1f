import {
  accountAddressV2,
  bagOfCells,
  decimal,
  extraCurrencyV2,
  hash,
  integer,
  transactionIdV2,
} from '@tonriver/api-model';
import { z } from 'zod';

const base64 = z.base64();

const text = z.strictObject({ '@type': z.literal('msg.dataText'), text: base64 });
const encrypted = z.strictObject({ '@type': z.literal('msg.dataEncryptedText'), text: base64 });
const raw = z.strictObject({
  '@type': z.literal('msg.dataRaw'),
  body: bagOfCells,
  init_state: bagOfCells.meta({ description: 'StateInit as a bag of cells, base64; empty without one' }),
});

/** What a message carries: a comment, an encrypted comment, or any other body with the StateInit. */
const messageData = z.discriminatedUnion('@type', [text, encrypted, raw]).meta({ id: 'MessageData' });

const messageMembers = {
  value: decimal,
  extra_currencies: z.array(extraCurrencyV2),
  fwd_fee: decimal,
  ihr_fee: decimal.meta({ description: 'Always 0' }),
  created_lt: decimal,
  body_hash: hash,
  msg_data: messageData,
};

const extMessage = z
  .strictObject({
    '@type': z.literal('ext.message'),
    hash,
    source: z.string(),
    destination: z.string(),
    ...messageMembers,
    message: z
      .string()
      .meta({ description: 'The comment; of another body the data of its root cell in base64 and a line break' }),
  })
  .meta({ id: 'MessageV2' });

const rawMessage = z
  .strictObject({
    '@type': z.literal('raw.message'),
    hash,
    source: accountAddressV2,
    destination: accountAddressV2,
    ...messageMembers,
  })
  .meta({ id: 'RawMessage' });

const transactionMembers = {
  utime: integer,
  data: bagOfCells.meta({ description: 'The transaction as a bag of cells, base64' }),
  transaction_id: transactionIdV2,
  fee: decimal.meta({ description: 'Fees of the transaction and forward fees of what it sent' }),
  storage_fee: decimal,
  other_fee: decimal.meta({ description: 'fee without storage_fee' }),
};

export const extTransaction = z
  .strictObject({
    '@type': z.literal('ext.transaction'),
    address: accountAddressV2,
    account: z.string().meta({ description: 'Raw address, upper-case' }),
    ...transactionMembers,
    in_msg: extMessage.optional(),
    out_msgs: z.array(extMessage),
  })
  .meta({ id: 'TransactionV2' });

export const rawTransactionExt = z
  .strictObject({
    '@type': z.literal('raw.transactionExt'),
    address: accountAddressV2,
    account: z.string().meta({ description: 'Raw address, upper-case' }),
    ...transactionMembers,
    in_msg: rawMessage.optional(),
    out_msgs: z.array(rawMessage),
  })
  .meta({ id: 'RawTransactionExt' });

export type ExtMessage = z.output<typeof extMessage>;
export type RawMessage = z.output<typeof rawMessage>;
export type MessageData = z.output<typeof messageData>;
export type ExtTransaction = z.output<typeof extTransaction>;
export type RawTransactionExt = z.output<typeof rawTransactionExt>;
