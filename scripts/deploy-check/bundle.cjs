/**
 * Bundles with Atlassian's own bundler, as `forge deploy` does before it uploads:
 * `node bundle.cjs <output folder> <functions | key of a resource>`. It is a CommonJS file because
 * the bundler asks for `require.main`.
 */
const { cpSync, mkdirSync } = require('node:fs');
const { createRequire } = require('node:module');
const { resolve } = require('node:path');

const requireTool = createRequire(resolve('.cache/deploy-check/package.json'));
const { getEntryPoints, getNodeBundler, NativeUIBundler } = requireTool('@forge/bundler');
const { ConfigFile, FileSystemReader, FileSystemWriter } = requireTool('@forge/cli-shared');

const logger = { info() {}, debug() {}, trace() {}, warn: console.warn, error: console.error };
/** The platform's own is downloaded while deploying; nothing here runs it. */
const noWrapper = { script: '', source: 'none', version: 'none' };
const wrapperProvider = {
  getNodeRuntimeWrapper: async () => noWrapper,
  getNodeRuntimeLoader: async () => noWrapper,
};

const [outputFolder, name] = process.argv.slice(2);
const config = new ConfigFile(new FileSystemReader(), new FileSystemWriter());
const bundling = name === 'functions' ? bundleFunctions() : bundleResource(name);
bundling.then(
  (bundleFolder) => {
    mkdirSync(outputFolder, { recursive: true });
    cpSync(bundleFolder, outputFolder, { recursive: true });
  },
  (error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);

async function bundleFunctions() {
  const { modules } = await config.readConfig();
  const handlers = modules.function.map(({ handler }) => {
    const [module, func] = handler.split('.');
    return { module, func };
  });
  const bundler = getNodeBundler(logger, wrapperProvider, config);
  const entryPoints = getEntryPoints(handlers);
  const { outputDir } = await bundler.bundle({ appDirectory: process.cwd(), entryPoints });
  return outputDir;
}

async function bundleResource(key) {
  const resource = (await config.getResources(['nativeUI'])).find((entry) => entry.key === key);
  if (resource === undefined) throw new Error(`manifest.yml has no UI Kit resource "${key}".`);
  const { nativeUiBundlesDetails } = await new NativeUIBundler(logger).bundleResources([resource]);
  return nativeUiBundlesDetails[0].path;
}
