import { streamSettings } from '@tonriver/stream';
import { z } from 'zod';

/** Everything that the parser can be told, as environment variables. */
export const parserEnvironment = z.object(streamSettings);
