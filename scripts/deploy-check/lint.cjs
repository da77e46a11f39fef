/**
 * Atlassian's validation of manifest.yml with its variables filled in, then its lint of the sources,
 * as `forge lint` and `forge deploy` begin. Offline, so it reads which scopes Jira's calls take from
 * jira-api.json and service-management-api.json. Ends with 1 where there is an error.
 */
const { createRequire } = require('node:module');
const { resolve } = require('node:path');

const [noApi, jiraApi, jsmApi] = [
  'no-api.json',
  'jira-api.json',
  'service-management-api.json',
].map((name) => resolve('scripts/deploy-check', name));
Object.assign(process.env, {
  USE_LOCAL_SWAGGER: '1',
  LOCAL_JIRA_SWAGGER: jiraApi,
  LOCAL_JSM_SWAGGER: jsmApi,
  LOCAL_JSW_SWAGGER: noApi,
  LOCAL_CONF_SWAGGER: noApi,
  LOCAL_CONF_V2_SWAGGER: noApi,
  LOCAL_BB_SWAGGER: noApi,
});

const requireTool = createRequire(resolve('.cache/deploy-check/package.json'));
const { FullValidationProcessor } = requireTool('@forge/manifest');
const { ConfigFile, FileSystemReader, FileSystemWriter } = requireTool('@forge/cli-shared');
const { lint } = requireTool('@forge/lint');

const logger = { info() {}, debug() {}, trace() {}, warn: console.warn, error: console.error };
/** Atlassian's own experiments are asked for over the network: all of them are off. */
const experiments = new Proxy(
  {},
  { get: (_, name) => async () => (String(name).startsWith('get') ? [] : false) },
);

Promise.all([validateManifest(), lintSources()]).then(
  (found) => {
    const problems = found.flat();
    for (const { file, line, column, level, message } of problems) {
      console.error(`${file}:${line}:${column} ${level}: ${message}`);
    }
    process.exitCode = problems.some(({ level }) => level === 'error') ? 1 : 0;
  },
  (error) => {
    console.error(error);
    process.exitCode = 1;
  },
);

async function validateManifest() {
  const result = await new FullValidationProcessor({ deprecatedRuntimes: [] }).process(undefined);
  return (result.errors ?? []).map((problem) => ({ file: 'manifest.yml', ...problem }));
}

async function lintSources() {
  const reader = new FileSystemReader();
  const manifest = await new ConfigFile(reader, new FileSystemWriter()).readConfig();
  const files = await reader.recursiveReadDir('./src', []);
  const results = await lint(files, manifest, 'development', logger, experiments, {
    linter: { mode: 'client-side' },
  });
  return results.flatMap(({ file, errors, warnings }) => [
    ...errors.map((problem) => ({ file, ...problem, level: 'error' })),
    ...warnings.map((problem) => ({ file, ...problem, level: 'warning' })),
  ]);
}
