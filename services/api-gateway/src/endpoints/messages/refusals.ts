const NARROW = 'start_lt and end_lt narrow them';

export function tooManyMessages(rowsMax: number): string {
  return `offset is too large or filters are too broad: more than ${rowsMax} messages would have to be looked at; ${NARROW}`;
}

export function tooManyTransactions(transactionsMax: number): string {
  return (
    `offset is too large or filters are too broad: more than ${transactionsMax} transactions would have to be read; ` +
    NARROW
  );
}
