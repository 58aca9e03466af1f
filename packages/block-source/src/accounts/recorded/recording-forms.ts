import { z } from 'zod';

// The three forms in which get-methods were recorded. Members that do not decide what a run sees are left alone.

const hash = z.string().regex(/^[0-9a-fA-F]{64}$/);
const amount = z.string().regex(/^\d+$/);
const unixTime = z.int().min(0);
const gasLimit = z.int().min(1);
const boc = z.base64();
/** A path below the folder of recorded data. */
const path = z.string().min(1);

/** Libraries that the run looked up, by hash: taken from the dictionaries beside the configuration. */
const librariesUsed = z.array(hash).optional();

/** A call with the contract's code and data, its libraries in one of two forms. */
const call = z.object({
  id: z.string().optional(),
  address: z.string(),
  method: z.string().nullish(),
  method_id: z.int(),
  code_boc: boc.nullable(),
  data_boc: boc.nullable(),
  library_cells_boc: z.array(boc).nullish(),
  /** `Hashmap 256 ^Cell`. */
  libs_dict_boc: boc.nullish(),
  config: path,
  unixtime: unixTime,
  balance: amount,
  rand_seed: hash,
  gas_limit: gasLimit,
  reference: z.object({ libraries_used: librariesUsed }).optional(),
});

const result = z.object({ method: z.string().nullish(), method_id: z.int(), libraries_used: librariesUsed });

/** Contracts that share configuration and libraries, each with its time and balance. */
const contracts = z.object({
  library_cells_boc: z.array(boc).nullish(),
  config: path,
  rand_seed: hash,
  gas_limit: gasLimit.optional(),
  contracts: z.array(
    z.object({
      id: z.string().optional(),
      address: z.string(),
      code_boc: boc.nullable(),
      data_boc: boc.nullable(),
      reference_unixtime: unixTime,
      reference_balance: amount,
      reference: z.array(result),
    }),
  ),
});

/** Accounts as they were before one block. */
const accounts = z.object({
  unixtime: unixTime,
  config: path,
  /** A file with `Hashmap 256 ^Cell`. */
  libraries: path.nullish(),
  rand_seed: hash,
  gas_limit: gasLimit,
  accounts: z.array(z.object({ address: z.string(), shard_account_boc: boc, results: z.array(result).optional() })),
});

/** What a file of recordings may hold. */
export const recordingForms = { calls: z.array(call), contracts, accounts };

/** The gas limit of recordings that do not state theirs. */
export const RECORDED_GAS_LIMIT = 1_000_000;
