import { Bag } from '@tonriver/boc';
import { readComment } from '../bodies/comment.ts';
import { opcodeOf } from '../bodies/layout.ts';
import { encryptedComment, textComment } from '../bodies/opcodes.ts';
import type { Row, RowValue } from '../engine/row.ts';
import type { Action } from './action.ts';
import type { DetailField } from './detail-fields.ts';
import { detailTables } from './detail-tables.ts';
import { evaaJettonOf } from './evaa-assets.ts';

/** Whose details: `toncenter` has the reference's mistakes too, `contract` what is right (docs/ACTIONS.md). */
export type ActionsDialect = 'toncenter' | 'contract';

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

type Details = Record<string, JsonValue>;

/** The `details` of an action. The numbers of the correction, where there is one, are those of `contract`. */
export function detailsOf(action: Action, dialect: ActionsDialect): Details {
  const { type } = action;
  if (type === 'unknown' || type === 'coffee_mev_protect_failed_swap') {
    return { error: `unsupported action type: '${type}'` };
  }
  const row = rowOf(action, dialect);
  const details: Details = {};
  for (const field of detailTables[type]) {
    const value = shown(columnOf(row, field), field);
    if (value === null && field.isLeftOut) continue;
    details[field.key] = value;
  }
  specialDetails[type]?.(details, row);
  if (dialect === 'contract') contractDetails[type]?.(details, row);
  return details;
}

/** The columns that a dialect shows. */
export function rowOf({ row, correction }: Action, dialect: ActionsDialect): Row {
  return dialect === 'toncenter' || correction?.row === undefined ? row : { ...row, ...correction.row };
}

function columnOf(row: Row, { column, field }: DetailField): RowValue {
  if (column === undefined) return null;
  const value = (row as Readonly<Record<string, RowValue>>)[column] ?? null;
  if (field === undefined) return value;
  return value === null ? null : ((value as { readonly [name: string]: RowValue })[field] ?? null);
}

function shown(value: RowValue, { kind }: DetailField): JsonValue {
  if (value === null || value === undefined) return kind === 'list' ? [] : kind === 'map' ? {} : null;
  if (kind === 'int') return Number(value as number | bigint);
  if (kind === 'opcode') return opcodeText(value as number);
  if (kind === 'num') return String(value as number | bigint | string);
  return jsonOf(value);
}

export function opcodeText(opcode: number): string {
  return `0x${opcode.toString(16).padStart(8, '0')}`;
}

/** Integers become decimal text. */
export function jsonOf(value: RowValue): JsonValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => jsonOf(item as RowValue));
  const json: Details = {};
  for (const [key, item] of Object.entries(value as { readonly [field: string]: RowValue })) json[key] = jsonOf(item);
  return json;
}

type SpecialDetails = (details: Details, row: Row) => void;

/** What a table of columns cannot say. */
const specialDetails: Partial<Record<Action['type'], SpecialDetails>> = {
  nft_transfer: addPayloadComment,
  nft_purchase: addPayloadComment,
  change_dns: addDnsValue,
  jetton_swap(details, row) {
    const { dex } = row['jetton_swap_data'] ?? {};
    if (dex !== 'tonco' && dex !== 'dedust_v2') delete details['min_out_amount'];
    else details['min_out_amount'] ??= null;
  },
  dex_deposit_liquidity(details, row) {
    const { dex } = row['dex_deposit_liquidity_data'] ?? {};
    const isContract = dex === 'dedust' || dex === 'dedust_v2';
    details['destination_liquidity'] = (isContract ? row.destination_secondary : row.destination) ?? null;
  },
  evaa_liquidate(details, row) {
    const jetton = evaaJettonOf(row['evaa_liquidate_data']?.['asset_id'] as string | undefined);
    details['is_known_asset'] = jetton !== undefined;
    details['asset'] = jetton ?? null;
  },
  jvault_claim(details, row) {
    const { claimed_jettons: jettons = [], claimed_amounts: amounts = [] } = row['jvault_claim_data'] ?? {};
    details['claimed_rewards'] = (jettons as readonly string[]).map((jetton, index) => ({
      jetton,
      amount: String((amounts as readonly bigint[])[index]),
    }));
  },
};

/** What the dialect `contract` shows besides. */
const contractDetails: Partial<Record<Action['type'], SpecialDetails>> = {
  dex_withdraw_liquidity(details, row) {
    details['is_refund'] = jsonOf(row['dex_withdraw_liquidity_data']?.['is_refund']);
  },
  // The reference fills this for a name of the provider that it does not use any more.
  stake_withdrawal_request(details, row) {
    if (row['staking_data']?.['provider'] === 'liquid_staking') details['tokens_burnt'] = jsonOf(row.amount);
  },
  evaa_supply(details, row) {
    details['sender_jetton_wallet'] = row.source_secondary ?? null;
  },
};

/** False for an action that both dialects answer alike. */
export function mayDifferByDialect({ type, correction }: Pick<Action, 'type' | 'correction'>): boolean {
  return correction !== undefined || type in contractDetails;
}

/** The comment in an NFT's forward payload: null and false for one without comment, null for none that can be read. */
function addPayloadComment(details: Details): void {
  const boc = details['forward_payload'];
  if (typeof boc !== 'string') return;
  try {
    const bag = Bag.parse(Buffer.from(boc, 'base64'));
    const payload = bag.slice(bag.root);
    const opcode = opcodeOf(payload);
    const comment = opcode === textComment || opcode === encryptedComment ? readComment(payload) : null;
    details['comment'] = comment;
    details['is_encrypted_comment'] = opcode === encryptedComment;
  } catch {
    details['comment'] = null;
    details['is_encrypted_comment'] = null;
  }
}

function addDnsValue(details: Details, row: Row): void {
  const record = row['change_dns_record_data'] ?? {};
  const text = (name: string): JsonValue => jsonOf(record[name]);
  const schema = text('value_schema');
  const address = text('address');
  const shownUnder = (name: string): JsonValue => (schema === name ? address : null);
  details['value'] = {
    sum_type: schema,
    dns_smc_address: shownUnder('DNSSmcAddress'),
    dns_adnl_address: shownUnder('DNSAdnlAddress'),
    dns_text: null,
    dns_next_resolver_address: shownUnder('DNSNextResolver'),
    dns_storage_address: schema === 'DNSText' ? text('dns_text') : shownUnder('DNSStorageAddress'),
    flags: text('flags'),
  };
}
