import { parseArgs } from 'node:util';
import * as z from 'zod';

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
  variables: { WDS_ORIGIN: string; WDS_CLIENT_ID: string };
}

export type DeploymentReading =
  { ok: true; deployment: Deployment } | { ok: false; problems: string[] };

const environmentVariables = z.object({
  WDS_ORIGIN: z.string().optional(),
  WDS_CLIENT_ID: z.string().optional(),
});

/** Reads `-e <environment>` and the two variables; every problem found is listed at once. */
export function readDeployment(commandLine: string[], environment: unknown): DeploymentReading {
  const { WDS_ORIGIN = '', WDS_CLIENT_ID = '' } = environmentVariables.parse(environment);
  const name = environmentOf(commandLine);
  const problems = [
    ...(name === undefined ? ['Name the Forge environment: npm run deploy -- -e development'] : []),
    ...problemsOfOrigin(WDS_ORIGIN),
    ...(WDS_CLIENT_ID.trim() === ''
      ? ['Set WDS_CLIENT_ID to the id of the OAuth client that the service gave this app.']
      : []),
  ];
  if (problems.length > 0 || name === undefined) return { ok: false, problems };
  return { ok: true, deployment: { environment: name, variables: { WDS_ORIGIN, WDS_CLIENT_ID } } };
}

function environmentOf(commandLine: string[]): string | undefined {
  try {
    const options = { environment: { type: 'string', short: 'e' } } as const;
    const { environment } = parseArgs({ args: commandLine, options }).values;
    return environmentName.test(environment ?? '') ? environment : undefined;
  } catch {
    return undefined;
  }
}

function problemsOfOrigin(origin: string): string[] {
  if (origin === '') return ['Set WDS_ORIGIN to the address of the service, https://host.'];
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url === undefined) return [`WDS_ORIGIN is no address: ${origin}`];
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

function isLocal(hostname: string): boolean {
  return /^(localhost|127\..*|\[::1\]|.*\.(local|localhost))$/.test(hostname);
}
