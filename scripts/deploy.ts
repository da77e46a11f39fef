/**
 * Deploys the app: `WDS_ORIGIN=https://... WDS_CLIENT_ID=... npm run deploy -- -e <environment>`.
 * The address goes into the manifest and into the variables of the running app, so that both
 * always name the same service.
 */
import { spawnSync } from 'node:child_process';
import { type Deployment, readDeployment } from './deployment';

const reading = readDeployment(process.argv.slice(2), process.env);
if (reading.ok) {
  deploy(reading.deployment);
} else {
  for (const problem of reading.problems) console.error(problem);
  process.exitCode = 2;
}

function deploy({ environment, variables }: Deployment): void {
  console.log(`Deploying to ${environment}:`);
  for (const [name, value] of Object.entries(variables)) console.log(`  ${name}  ${value}`);
  for (const [name, value] of Object.entries(variables)) {
    runForge(['variables', 'set', '-e', environment, name, value], variables);
  }
  runForge(['deploy', '-e', environment], variables);
}

/** Ends the process with the sentence to act on, where the Forge CLI is absent or fails. */
function runForge(forgeArguments: string[], variables: Deployment['variables']): void {
  const result = spawnSync('forge', forgeArguments, {
    stdio: 'inherit',
    env: { ...process.env, ...variables },
    shell: process.platform === 'win32',
  });
  if (result.status === 0) return;
  console.error(
    result.error === undefined
      ? `forge ${forgeArguments[0] ?? ''} failed; what it says is above.`
      : 'The Forge CLI was not found. Install it with: npm install --global @forge/cli',
  );
  process.exit(1);
}
