export type { CatchainConfig } from './catchain-config.ts';
export {
  isKnownParameter,
  type KnownParameter,
  loadConfigParameter,
  type ParameterValue,
  storeConfigParameter,
} from './config-parameter.ts';
export {
  buildConfig,
  type ConfigEntry,
  type ConfigParams,
  findConfigParameter,
  loadConfigEntries,
  loadConfigParams,
  readConfigParameter,
} from './config-params.ts';
export { computeValidatorGroup } from './validator-group.ts';
export { validatorListHashShort } from './validator-list-hash.ts';
export {
  type ValidatorDescription,
  type ValidatorSet,
} from './validator-set.ts';
