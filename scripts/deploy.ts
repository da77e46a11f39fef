/**
 * Deploys the app: `WDS_ORIGIN=https://... WDS_CLIENT_ID=... npm run deploy -- -e <environment>`.
 * The address goes into the manifest and into the variables of the running app, so that both
 * always name the same service. Options of `forge deploy` may follow.
 */
import { spawnSync } from 'node:child_process';
import {
  type Deployment,
  majorVersionAdvice,
  problemOfForgeCli,
  readDeployment,
} from './deployment';

const forgeCliAbsent =
  'The Forge CLI was not found. Install it with: npm install --global @forge/cli@latest';

const reading = readDeployment(process.argv.slice(2), process.env);
if (reading.ok) {
  deploy(reading.deployment);
} else {
  for (const problem of reading.problems) console.error(problem);
  process.exitCode = 2;
}

function deploy({ environment, variables, forgeOptions }: Deployment): void {
  requireForgeCli();
  console.log(`Deploying to ${environment}:`);
  for (const [name, value] of Object.entries(variables)) console.log(`  ${name}  ${value}`);
  console.log(majorVersionAdvice(environment));
  checkBeforeUpload(variables);
  for (const [name, value] of Object.entries(variables)) {
    runForge(['variables', 'set', '-e', environment, name, value], variables);
  }
  runForge(['deploy', '-e', environment, ...forgeOptions], variables);
}

/** Ends the process with the sentence to act on, where the Forge CLI is absent or too old. */
function requireForgeCli(): void {
  const { error, stdout } = spawnSync('forge', ['--version'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const problem = error === undefined ? problemOfForgeCli(stdout) : forgeCliAbsent;
  if (problem !== undefined) endWith(problem);
}

/** Atlassian would find most of it as well, but only once the variables are set. */
function checkBeforeUpload(variables: Deployment['variables']): void {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/check-deploy.ts'], {
    stdio: 'inherit',
    env: { ...process.env, ...variables },
  });
  if (status !== 0) endWith('Nothing was deployed.');
}

/** Ends the process with the sentence to act on, where the Forge CLI is absent or fails. */
function runForge(forgeArguments: string[], variables: Deployment['variables']): void {
  const result = spawnSync('forge', forgeArguments, {
    stdio: 'inherit',
    env: { ...process.env, ...variables },
    shell: process.platform === 'win32',
  });
  if (result.status === 0) return;
  endWith(
    result.error === undefined
      ? `forge ${forgeArguments[0] ?? ''} failed; what it says is above.`
      : forgeCliAbsent,
  );
}

function endWith(problem: string): never {
  console.error(problem);
  process.exit(1);
}
