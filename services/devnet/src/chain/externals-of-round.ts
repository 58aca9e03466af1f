import type { ExternalMessage } from '@tonriver/devnet-chain';

/** Messages in all queues, about as many as with which a node takes no external messages: queues would only grow. */
const IN_FLIGHT_MAX = 8_000;

/**
 * Returns those of the waiting external messages that a round may take. While queues are too long, only those to the
 * masterchain: the configuration can be changed then too.
 */
export function externalsOfRound<Message extends Pick<ExternalMessage, 'account'>>(
  waiting: readonly Message[],
  inFlightCount: number,
): readonly Message[] {
  if (inFlightCount <= IN_FLIGHT_MAX) return waiting;
  return waiting.filter(({ account }) => account.workchain === -1);
}
