import { type AnswerBeside, createDevnetMessageTarget } from '@tonriver/api-gateway/service';
import type { MessageTarget } from '@tonriver/api-model';
import type { RunningDevnet } from '@tonriver/devnet/service';

const MESSAGE_TIMEOUT_MS = 10_000;
const MESSAGES_MAX = 256;

/** Returns what the API needs of a devnet of this process: where messages go, and the routes of its operator. */
export function besideDevnet({ port, answer }: Pick<RunningDevnet, 'port' | 'answer'>): {
  readonly messages: MessageTarget;
  readonly beside: AnswerBeside;
} {
  const url = `http://127.0.0.1:${port}`;
  return {
    messages: createDevnetMessageTarget({ url, timeoutMs: MESSAGE_TIMEOUT_MS, messagesMax: MESSAGES_MAX }),
    beside: { prefix: '/devnet/', answer },
  };
}
