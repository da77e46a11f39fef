import type { RecordFile, Records } from '../../../src/sandbox/state-files/record-file';

/** Records that end with the process. */
export function memoryRecordFile(): RecordFile {
  let text = '[]';
  return {
    read: () => Promise.resolve(new Map(JSON.parse(text) as [string, unknown][])),
    write: (records: Records) => {
      text = JSON.stringify([...records]);
      return Promise.resolve();
    },
    setAside: () => {
      text = '[]';
      return Promise.resolve('nowhere: the records were in memory only');
    },
  };
}
