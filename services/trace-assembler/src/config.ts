import { streamSettings } from '@tonriver/stream';
import { z } from 'zod';

/** Everything that the assembler can be told, as environment variables. */
export const traceAssemblerEnvironment = z.object(streamSettings);
