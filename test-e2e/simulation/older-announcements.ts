import { decodeParsedBlock, encodeParsedBlock, type ParsedBlock, type Topic } from '@tonriver/events';
import type { EventLog, OutgoingRecord } from '@tonriver/stream';
import type { ChangedPorts } from './changed-ports.ts';

/** The version of rows that no parser writes any more. */
const OLDER_ROW_VERSION = 1;

/** The parser also sends an older parser's announcements of some rounds, before or after its own. */
export function olderAnnouncements(parsedRounds: Topic, isChosen: (round: number) => boolean): ChangedPorts {
  const olderOf = (record: OutgoingRecord): OutgoingRecord[] => {
    const block = decodeParsedBlock(record);
    if (!isChosen(block.round)) return [];
    const older: ParsedBlock = { ...block, rowVersion: OLDER_ROW_VERSION, digests: otherDigests(block) };
    return [{ ...record, ...encodeParsedBlock(older) }];
  };
  const withOlder = (log: EventLog): EventLog => ({
    ...log,
    async producer() {
      const producer = await log.producer();
      return {
        send(topic, records) {
          if (topic !== parsedRounds.name) return producer.send(topic, records);
          const older = records.flatMap(olderOf);
          const half = Math.floor(older.length / 2);
          return producer.send(topic, [...older.slice(0, half), ...records, ...older.slice(half)]);
        },
        close: () => producer.close(),
      };
    },
  });
  return { service: 'parser', ports: ({ store, log }) => ({ store, log: withOlder(log) }) };
}

/** Of rows that are not stored. */
function otherDigests({ digests }: ParsedBlock): ParsedBlock['digests'] {
  return { ...digests, blocks: { rows: 1, digest: Buffer.alloc(32).toString('base64') } };
}
