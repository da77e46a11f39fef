import { checkAddress, getToken, tokenVariable } from '../configuration/configuration';
import { loadConfiguration } from '../configuration/configuration-file';
import { createPlatformClient } from './platform-client';
import type { PlatformClient } from './platform-client';

/** What a command is run in. */
export interface Surroundings {
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * The app platform that the command line or the configuration names, with the token for it.
 * @param tell given what the person should know about their configuration, also where it fails then
 * @throws {CommandFailure} `project` for an address or a configuration that can't be used, `token` without one
 */
export async function openPlatform(
  { workingDirectory, environment }: Surroundings,
  signal: AbortSignal,
  tell: (notice: string) => void,
  namedUrl?: string,
): Promise<PlatformClient> {
  const { configuration, notices } = await loadConfiguration(workingDirectory);
  for (const notice of notices) tell(notice);
  const url =
    namedUrl === undefined
      ? checkAddress(configuration.appPlatformUrl, 'The app platform address of the configuration')
      : checkAddress(namedUrl, 'The address after --api');
  const environmentToken = environment[tokenVariable];
  const token = getToken(url, { configuration, environmentToken, namedUrl });
  return createPlatformClient({ url, token, signal });
}
