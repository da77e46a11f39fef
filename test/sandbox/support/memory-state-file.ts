import type { StateFile } from '../../../src/sandbox/state-files/state-file';

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
