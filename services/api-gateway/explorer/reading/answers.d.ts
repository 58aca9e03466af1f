// The members of the API's answers that the explorer reads; the whole answers are in the OpenAPI document.

export interface BlockRef {
  readonly workchain: number;
  /** Signed decimal. */
  readonly shard: string;
  readonly seqno: number;
}

export interface Block extends BlockRef {
  readonly root_hash: string;
  readonly file_hash: string | null;
  readonly global_id: number;
  readonly version: number;
  readonly after_merge: boolean;
  readonly before_split: boolean;
  readonly after_split: boolean;
  readonly key_block: boolean;
  readonly gen_utime: string;
  readonly start_lt: string;
  readonly end_lt: string;
  readonly prev_key_block_seqno: number;
  readonly created_by: string;
  readonly rand_seed: string;
  readonly tx_count: number;
  readonly masterchain_block_ref: BlockRef | null;
  readonly prev_blocks: readonly BlockRef[];
}

export interface Content {
  readonly hash: string;
  readonly body: string;
  readonly decoded?: DecodedBody;
}

export interface DecodedBody {
  readonly type: string;
  readonly comment?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly error?: string;
}

export interface Message {
  readonly hash: string;
  readonly hash_norm?: string;
  readonly source: string | null;
  readonly destination: string | null;
  readonly value: string | null;
  readonly value_extra_currencies: Readonly<Record<string, string>> | null;
  readonly fwd_fee: string | null;
  readonly import_fee: string | null;
  readonly created_lt: string | null;
  readonly created_at: string | null;
  /** Signed 32-bit number. */
  readonly opcode: number | null;
  readonly decoded_opcode: string | null;
  readonly bounce: boolean | null;
  readonly bounced: boolean | null;
  readonly in_msg_tx_hash?: string;
  readonly out_msg_tx_hash?: string;
  readonly message_content: Content | null;
  readonly init_state: Content | null;
}

export interface ShortState {
  readonly hash: string;
  readonly balance: string | null;
}

export type Phase = Readonly<Record<string, unknown>>;

export interface Description {
  readonly type: string;
  readonly aborted?: boolean;
  readonly destroyed?: boolean;
  readonly storage_ph?: Phase;
  readonly credit_ph?: Phase;
  readonly compute_ph?: Phase & {
    readonly skipped: boolean;
    readonly reason?: string;
    readonly success?: boolean;
    readonly exit_code?: number;
  };
  readonly action?: Phase & { readonly success: boolean; readonly result_code: number };
  readonly bounce?: Phase;
}

export interface Transaction {
  readonly account: string;
  readonly hash: string;
  readonly lt: string;
  readonly now: number;
  readonly mc_block_seqno: number | null;
  readonly trace_id?: string;
  readonly trace_external_hash?: string;
  readonly prev_trans_hash: string;
  readonly prev_trans_lt: string;
  readonly orig_status: string;
  readonly end_status: string;
  readonly total_fees: string;
  readonly description: Description;
  readonly block_ref: BlockRef;
  readonly in_msg: Message | null;
  readonly out_msgs: readonly Message[];
  readonly account_state_before: ShortState;
  readonly account_state_after: ShortState;
  readonly finality: string;
}

export interface AddressBookEntry {
  readonly user_friendly: string | null;
  readonly domain: string | null;
  readonly interfaces: readonly string[];
}

export type AddressBook = Readonly<Record<string, AddressBookEntry>>;

export interface Transactions {
  readonly transactions: readonly Transaction[];
  readonly address_book: AddressBook;
}

export interface Messages {
  readonly messages: readonly Message[];
  readonly address_book: AddressBook;
}

export interface Blocks {
  readonly blocks: readonly Block[];
}

export interface AccountState {
  readonly address: string;
  readonly account_state_hash: string;
  readonly balance: string;
  readonly extra_currencies: Readonly<Record<string, string>> | null;
  readonly status: string;
  readonly frozen_hash?: string;
  readonly last_transaction_hash: string;
  readonly last_transaction_lt: string;
  readonly data_hash?: string;
  readonly code_hash?: string;
  readonly interfaces: readonly string[];
}

export interface AccountStates {
  readonly accounts: readonly AccountState[];
  readonly address_book: AddressBook;
}

export interface StackEntry {
  readonly type: string;
  readonly value: string | readonly StackEntry[];
}

export interface GetMethodResult {
  readonly exit_code: number;
  readonly gas_used: number;
  readonly stack: readonly StackEntry[];
  readonly block: BlockRef;
}

/** What is known of a token: an NFT item, a collection, a jetton. Its texts are its creator's. */
export interface TokenInfo {
  readonly type?: string;
  readonly valid?: boolean;
  readonly name?: string;
  readonly symbol?: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** By raw address. */
export type Metadata = Readonly<
  Record<string, { readonly is_indexed: boolean; readonly token_info: readonly TokenInfo[] }>
>;

/** What transactions of a trace do as a whole. */
export interface Action {
  readonly trace_id: string;
  readonly action_id: string;
  readonly end_utime: number;
  readonly trace_end_lt: string;
  readonly transactions: readonly string[];
  /** Null: not known. */
  readonly success: boolean | null;
  readonly type: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly accounts?: readonly string[];
}

/** What transactions of a trace do that is not finished. */
export interface PendingAction extends Omit<Action, 'trace_id'> {
  /** Null: the first transaction is not in a block. */
  readonly trace_id: string | null;
  readonly finality: 'pending' | 'confirmed' | 'finalized';
}

export interface PendingActions {
  readonly actions: readonly PendingAction[];
  readonly address_book: AddressBook;
  readonly metadata: Metadata;
}

export interface Actions {
  readonly actions: readonly Action[];
  readonly address_book: AddressBook;
  readonly metadata: Metadata;
}

export interface TreeNode {
  readonly tx_hash: string;
  readonly children: readonly TreeNode[];
}

export interface StoredTrace {
  /** Its transactions are too many, or not stored. */
  readonly is_incomplete: boolean;
  readonly actions?: readonly Action[];
  readonly trace?: TreeNode | null;
  readonly transactions?: Readonly<Record<string, Transaction>>;
}

export interface Traces {
  readonly traces: readonly StoredTrace[];
  readonly address_book: AddressBook;
  readonly metadata: Metadata;
}
