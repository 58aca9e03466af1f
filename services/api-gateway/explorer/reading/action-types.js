/** `supported_action_types` that names all types: those of the latest version, and those that come by name only. */
export const ALL_ACTION_TYPES = /** @type {const} */ (['latest', 'tgbtc']);
