import type { Plugin } from 'esbuild';

const resolved = Symbol('resolved');

/**
 * Lets a default import from a CommonJS package be its `exports.default`, as the platform's bundler
 * and most others do.
 * esbuild does not for files in a package of `"type": "module"`, but a path that a plugin answers
 * is not looked up there.
 *
 * @param folder absolute path of the sources whose imports are meant
 */
export function defaultImports(folder: string): Plugin {
  return {
    name: 'default-imports',
    setup: (build) => {
      build.onResolve({ filter: /^(\.|\/)/ }, async ({ path, pluginData, ...where }) => {
        if (pluginData === resolved) return undefined;
        const found = await build.resolve(path, { ...where, pluginData: resolved });
        const isMeant = found.errors.length === 0 && found.path.startsWith(folder);
        return isMeant ? { path: found.path } : undefined;
      });
    },
  };
}
