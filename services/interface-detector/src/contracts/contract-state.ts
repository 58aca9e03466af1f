/** A contract in one of its states. */
export interface ContractState {
  readonly workchain: number;
  readonly account: Uint8Array;
  readonly codeHash: Uint8Array;
  /** Undefined when it is not stored. */
  readonly codeBoc: Uint8Array | undefined;
  /** Undefined when it is not stored. */
  readonly dataBoc: Uint8Array | undefined;
}
