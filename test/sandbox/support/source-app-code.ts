import type { AppCode } from '../../../src/sandbox/forge/app-code';

/**
 * The app's sources: `{ index: () => import('../../src/index') }`. The import must be
 * dynamic, so that the SDKs find the platform when they are first evaluated.
 */
export function sourceAppCode(
  files: Readonly<Record<string, () => Promise<Readonly<Record<string, unknown>>>>>,
): AppCode {
  return {
    load: async (fileName) => {
      const importFile = files[fileName];
      if (!importFile) throw new Error(`No source given for "${fileName}".`);
      return importFile();
    },
  };
}
