/** Opcodes that more than one family of rules knows. Those of one family stand beside its rules. */
export const textComment = 0;
export const encryptedComment = 0x2167da4b;
export const bounce = 0xffffffff;
/** TEP-74, jettons. */
export const jettonTransferOpcode = 0x0f8a7ea5;
export const internalTransferOpcode = 0x178d4519;
export const notificationOpcode = 0x7362d09c;
export const burnOpcode = 0x595f07bc;
export const burnNotificationOpcode = 0x7bdd97de;
export const excessesOpcode = 0xd53276db;
/** TEP-62, NFTs. */
export const nftTransferOpcode = 0x5fcc3d14;
export const ownershipAssignedOpcode = 0x05138d91;
/** A pTON wallet: TON in the form of a jetton. */
export const ptonTransferOpcode = 0x01f3835d;
