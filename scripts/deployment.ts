import { parseArgs } from 'node:util';
import * as z from 'zod';
import { maximumExpectedSites } from '../src/app/platform/jira-limit';

/** Ports that the platform lets an app call. @see developer.atlassian.com, Forge runtime, "nodejs-runtime" */
const allowedPorts = [
  '',
  '80',
  '8080',
  '443',
  '8443',
  '8444',
  '7990',
  '8089',
  '8090',
  '8085',
  '8060',
];
const exampleOrigin = 'https://wds.example.com';
const environmentName = /^[a-z][a-z0-9-]{0,29}$/;

/** What one deployment sets, in the manifest and as variables of the running app alike. */
export interface Deployment {
  environment: string;
  variables: { WDS_ORIGIN: string; WDS_CLIENT_ID: string; WDS_EXPECTED_SITES: string };
  /** The rest of the command line, for `forge deploy`: `--approve`, `--no-verify`. */
  forgeOptions: string[];
}

export type DeploymentReading =
  | { ok: true; deployment: Deployment }
  | { ok: false; problems: string[] };

const environmentVariables = z.object({
  WDS_ORIGIN: z.string().default(''),
  WDS_CLIENT_ID: z.string().default(''),
  WDS_EXPECTED_SITES: z.string().default('1'),
});

/** Reads `-e <environment>` and the variables; every problem found is listed at once. */
export function readDeployment(commandLine: string[], environment: unknown): DeploymentReading {
  const variables = environmentVariables.parse(environment);
  const { WDS_ORIGIN, WDS_CLIENT_ID, WDS_EXPECTED_SITES } = variables;
  const { name, forgeOptions } = splitCommandLine(commandLine);
  const problems = [
    ...(name === undefined ? ['Name the Forge environment: npm run deploy -- -e development'] : []),
    ...problemsOfOrigin(WDS_ORIGIN),
    ...(WDS_CLIENT_ID.trim() === ''
      ? ['Set WDS_CLIENT_ID to the id of the OAuth client that the service gave this app.']
      : []),
    ...problemsOfExpectedSites(WDS_EXPECTED_SITES),
  ];
  if (problems.length > 0 || name === undefined) return { ok: false, problems };
  return { ok: true, deployment: { environment: name, variables, forgeOptions } };
}

/** Our own option is taken out wherever it stands; whatever else there is stays in its order. */
function splitCommandLine(commandLine: string[]) {
  const { tokens } = parseArgs({
    args: commandLine,
    options: { environment: { type: 'string', short: 'e' } },
    strict: false,
    tokens: true,
  });
  const own = tokens.filter((token) => token.kind === 'option' && token.name === 'environment');
  const ownIndexes = own.flatMap((token) =>
    'inlineValue' in token && token.inlineValue === false
      ? [token.index, token.index + 1]
      : [token.index],
  );
  const name = own.map((token) => ('value' in token ? token.value : undefined)).at(-1);
  return {
    name: environmentName.test(name ?? '') ? name : undefined,
    forgeOptions: commandLine.filter((_, index) => !ownIndexes.includes(index)),
  };
}

function problemsOfOrigin(origin: string): string[] {
  if (origin === '') return ['Set WDS_ORIGIN to the address of the service, https://host.'];
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url === undefined) return [`WDS_ORIGIN isn’t an address: ${origin}`];
  if (origin === exampleOrigin) return ['WDS_ORIGIN is still the example of the manifest.'];
  const problems: string[] = [];
  if (isLocal(url.hostname)) {
    problems.push(`Atlassian's cloud cannot reach ${url.hostname}: name a public address.`);
  }
  if (url.protocol !== 'https:') problems.push('WDS_ORIGIN must begin with https://.');
  if (!allowedPorts.includes(url.port)) {
    problems.push(`The platform does not let an app call port ${url.port}.`);
  }
  if (url.origin !== origin) {
    problems.push(`WDS_ORIGIN is scheme, host and port only: ${url.origin}, not ${origin}`);
  }
  return problems;
}

function problemsOfExpectedSites(text: string): string[] {
  const sites = Number(text);
  if (/^\d+$/.test(text) && sites >= 1 && sites <= maximumExpectedSites) return [];
  return [
    `WDS_EXPECTED_SITES is the number of sites that will share Jira's hourly limit: a whole number from 1 to ${maximumExpectedSites}.`,
  ];
}

function isLocal(hostname: string): boolean {
  return /^(localhost|127\..*|\[::1\]|.*\.(local|localhost))$/.test(hostname);
}

const oldestForgeCli = [13, 4];

/** Why this version of the Forge CLI can't deploy the app; undefined where it can. */
export function problemOfForgeCli(versionText: string): string | undefined {
  const [version, major, minor] = /(\d+)\.(\d+)\.\d+/.exec(versionText) ?? [];
  if (version === undefined) return `“forge --version” gave no version: ${versionText.trim()}`;
  const [oldestMajor = 0, oldestMinor = 0] = oldestForgeCli;
  const isNewEnough =
    Number(major) > oldestMajor || (Number(major) === oldestMajor && Number(minor) >= oldestMinor);
  if (isNewEnough) return undefined;
  return (
    `Forge CLI ${version} can't deploy this app. Up to 13.3 it sends the manifest to Atlassian ` +
    'without filling in ${WDS_ORIGIN}, and Atlassian refuses it (MANIFEST_INVALID_RULE). ' +
    'Install 13.4.0 or newer: npm install --global @forge/cli@latest'
  );
}

/** What has to be known of major versions before each deployment. */
export function majorVersionAdvice(environment: string): string {
  return `A change of any of these makes a new major version of the app: WDS_ORIGIN, WDS_CLIENT_ID, the OAuth
provider, the scopes, the hosts, frames and pictures that the app may reach. Forge deploys one only if you approve it:
  npm run deploy -- -e ${environment} --approve MAJOR_VERSION_RULE
Sites that have the app keep the earlier version until an admin of the site agrees to the new one:
  forge install --upgrade -e ${environment} --product jira --site <site>.atlassian.net`;
}
