import { streamSettings } from '@tonriver/stream';
import { z } from 'zod';

/** The settings of the parser, as environment variables. */
export const parserEnvironment = z.object(streamSettings);
