export { writeTransaction } from '../transaction-cell.ts';
