import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { FunctionModule } from './manifest-modules';
import { installPlatformSeam } from './platform-seam';

/** Where the host finds the app's handlers. */
export interface AppCode {
  /** Returns the exports of a file below src, loaded afresh where the source allows it. */
  load(fileName: string): Promise<Readonly<Record<string, unknown>>>;
}

/** The bundles that `buildApp` made; each load runs the file again, as a cold start would. */
export function bundledAppCode(functionsDirectory: string): AppCode {
  const require = createRequire(import.meta.url);
  return {
    load: (fileName) => {
      // A relative path would name a package.
      const path = resolve(functionsDirectory, `${fileName}.cjs`);
      Reflect.deleteProperty(require.cache, require.resolve(path));
      return Promise.resolve(require(path) as Readonly<Record<string, unknown>>);
    },
  };
}

/** A function as the platform calls it: a resolver's definitions take (request, payload). */
export type Handler = (request: unknown, backendPayload: unknown) => unknown;

/**
 * Returns the handler of each function in the manifest.
 * @throws {Error} naming the handler that the code doesn't export.
 */
export async function loadHandlers(
  code: AppCode,
  functions: readonly FunctionModule[],
): Promise<ReadonlyMap<string, Handler>> {
  installPlatformSeam();
  const handlers = new Map<string, Handler>();
  for (const { key, handler } of functions) {
    const [fileName = '', exportName = ''] = handler.split('.');
    const exported = (await code.load(fileName))[exportName];
    if (typeof exported !== 'function') {
      throw new Error(`The app exports no function "${exportName}" from ${fileName} (${handler}).`);
    }
    handlers.set(key, exported as Handler);
  }
  return handlers;
}
