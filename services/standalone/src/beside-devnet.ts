import type { AnswerBeside } from '@tonriver/api-gateway/service';
import type { MessageTarget } from '@tonriver/api-model';
import type { RunningDevnet } from '@tonriver/devnet/service';

/** Returns what the API needs of a devnet of this process: where messages go, and the routes of its operator. */
export function besideDevnet({ messages, answer }: Pick<RunningDevnet, 'messages' | 'answer'>): {
  readonly messages: MessageTarget;
  readonly beside: AnswerBeside;
} {
  return { messages, beside: { prefix: '/devnet/', answer } };
}
