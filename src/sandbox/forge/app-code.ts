import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { FunctionModule } from './manifest';
import { installPlatformSeam } from './platform-seam';

type Exports = Readonly<Record<string, unknown>>;

export interface AppCode {
  /** Returns the exports of a file below src, loaded afresh where the source allows it. */
  load(fileName: string): Promise<Exports>;
}

/** The bundles that `buildApp` made; each load runs the file again, as a cold start would. */
export function bundledAppCode(functionsDirectory: string): AppCode {
  const require = createRequire(import.meta.url);
  return {
    load: (fileName) => {
      // A relative path would name a package.
      const path = resolve(functionsDirectory, `${fileName}.cjs`);
      Reflect.deleteProperty(require.cache, require.resolve(path));
      return Promise.resolve(require(path) as Exports);
    },
  };
}

/** A function as the platform calls it: a resolver's definitions take (request, payload). */
type Handler = (request: unknown, backendPayload: unknown) => unknown;

/** Gives a function's handler, with a memory that no other function has. */
export type HandlerSource = () => Promise<Handler>;

/**
 * Returns where the handler of each function in the manifest is had. Each file is run once, to see
 * that it has what the manifest names; once more for each other function of it, when that is first
 * called.
 * @throws {Error} naming the handler that the code doesn't export.
 */
export async function loadHandlers(
  code: AppCode,
  functions: readonly FunctionModule[],
): Promise<ReadonlyMap<string, HandlerSource>> {
  installPlatformSeam();
  const checked = new Map<string, Exports>();
  const unused = new Map<string, Exports>();
  const take = async (fileName: string, exportName: string) => {
    const own = unused.get(fileName);
    unused.delete(fileName);
    return getHandler(own ?? (await code.load(fileName)), fileName, exportName);
  };
  const sources = new Map<string, HandlerSource>();
  for (const { key, handler } of functions) {
    const [fileName = '', exportName = ''] = handler.split('.');
    const exports = checked.get(fileName) ?? (await code.load(fileName));
    checked.set(fileName, exports);
    unused.set(fileName, exports);
    getHandler(exports, fileName, exportName);
    let taken: Promise<Handler> | undefined;
    sources.set(key, () => (taken ??= take(fileName, exportName)));
  }
  return sources;
}

/** @throws {Error} naming the handler that the code doesn't export. */
function getHandler(exports: Exports, fileName: string, exportName: string): Handler {
  const exported = exports[exportName];
  if (isHandler(exported)) return exported;
  throw new Error(
    `The app exports no function "${exportName}" from ${fileName} (${fileName}.${exportName}).`,
  );
}

const isHandler = (exported: unknown): exported is Handler => typeof exported === 'function';
