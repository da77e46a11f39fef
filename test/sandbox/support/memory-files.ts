import type { RecordFile, Records } from '../../../src/sandbox/state-files/record-file';
import type { StateFile } from '../../../src/sandbox/state-files/state-file';

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

/** State that ends with the process. */
export function memoryStateFile(): StateFile {
  let text: string | undefined;
  return {
    read: () => Promise.resolve(text === undefined ? undefined : (JSON.parse(text) as unknown)),
    write: (value) => {
      text = JSON.stringify(value);
      return Promise.resolve();
    },
    setAside: () => {
      text = undefined;
      return Promise.resolve('nowhere: the state was in memory only');
    },
  };
}
