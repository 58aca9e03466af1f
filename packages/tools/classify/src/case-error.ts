import { TonriverError } from '@tonriver/errors';

/** `unreadable_file`: no such file, or not JSON. `bad_case`: JSON of another form than a recorded trace. */
export class CaseError extends TonriverError<'unreadable_file' | 'bad_case'> {}
