import {
  type BodyType,
  address,
  argument,
  bits,
  bool,
  cellOf,
  coins,
  field,
  int,
  internalAddress,
  lazy,
  maybe,
  maybeCell,
  record,
  ref,
  tagged,
  uint,
  union,
} from '../../schema-language.ts';

/** DedustTimestamp. */
export const timestamp = record(undefined, field('timestamp', uint(32)));

/** DedustAsset. */
export const asset = union(
  tagged('native', '$0000'),
  tagged('jetton', '$0001', [field('workchain_id', int(8)), field('address', bits(256))]),
);

/** DedustContractType. */
const contractType = union(
  tagged('vault', '#01'),
  tagged('pool', '#02'),
  tagged('liquidity_deposit', '#03'),
  tagged('operator', '#04'),
);

/** DedustProof X: how a contract of DeDust shows which contract it is. */
const proof = (params: BodyType): BodyType =>
  record(
    'proof',
    field('factory_addr', internalAddress),
    field('contract_type', contractType),
    field('params', argument(params)),
  );

/** DedustPoolParams. */
export const poolParams = record(
  'pool_params',
  field('is_stable', bool),
  field('asset0', asset),
  field('asset1', asset),
);

/** DedustVaultProof. */
export const vaultProof = record(undefined, field('proof', proof(asset)));

/** DedustPoolProof. */
export const poolProof = record(undefined, field('proof', proof(poolParams)));

/** DedustLiquidityDepositProof. */
export const liquidityDepositProof = record(
  undefined,
  field('proof', proof(cellOf(field('owner_addr', internalAddress), field('pool_params', poolParams)))),
);

/** DedustSwapKind. */
const swapKind = union(tagged('given_in', '$0'), tagged('given_out', '$1'));

/** DedustSwapParams. */
export const swapParams = record(
  'swap_params',
  field('deadline', timestamp),
  field('recipient_addr', address),
  field('referral_addr', address),
  field('fulfill_payload', maybeCell),
  field('reject_payload', maybeCell),
);

/** DedustSwapStep. */
export const swapStep = record(
  'step',
  field('pool_addr', internalAddress),
  field(
    'params',
    lazy(() => swapStepParams),
  ),
);

/** DedustSwapStepParams. */
export const swapStepParams: BodyType = record(
  'step_params',
  field('kind', swapKind),
  field('limit', coins),
  field('next', maybe(ref(swapStep))),
);
