import { createClient, fetchTransport, ServiceError } from '../../api/client';
import type { Surroundings } from '../apps/open-platform';
import { checkAddress } from '../configuration/configuration';
import type { Configuration } from '../configuration/configuration';
import { loadConfiguration, saveConfiguration } from '../configuration/configuration-file';
import { CommandFailure, interrupted } from '../failure';
import { printable } from '../printable';
import type { Screen } from './screen';

/**
 * Asks for a personal access token, tries it, and saves it for the configured addresses. Where it
 * doesn't work, the one that was saved before stays.
 * @throws {CommandFailure}
 */
export async function saveAccess(
  { workingDirectory }: Surroundings,
  screen: Screen,
  signal: AbortSignal,
): Promise<void> {
  const { configuration, directory, notices } = await loadConfiguration(workingDirectory);
  notices.forEach((notice) => screen.print(notice, 'faint'));
  const service = checkAddress(
    configuration.serviceUrl,
    'The service address of the configuration',
  );
  const platform = checkAddress(configuration.appPlatformUrl, 'The app platform address');
  screen.print(
    `Create a token in the service’s settings: ${service.origin}/account/tokens`,
    'faint',
  );
  const token = (await screen.askHidden('Personal access token'))?.trim() ?? '';
  if (token === '') {
    screen.print('Nothing was saved.', 'faint');
    return;
  }
  screen.progress('Trying the token');
  const { name, expiresAt, workspaces } = await tryToken(configuration, token, signal);
  const workspaceId = await chooseWorkspace(screen, configuration, workspaces);
  await saveConfiguration(directory, {
    ...configuration,
    token,
    tokenOrigins: [...new Set([service.origin, platform.origin])],
    workspaceId,
  });
  const end = expiresAt === null ? 'It has no end.' : `It ends on ${expiresAt.slice(0, 10)}.`;
  screen.print(`✓ Saved the token “${printable(name)}” in .wds/config.json. ${end}`, 'good');
}

interface Workspace {
  readonly id: string;
  readonly name: string;
}

async function tryToken({ serviceUrl }: Configuration, token: string, signal: AbortSignal) {
  try {
    const client = createClient({ transport: fetchTransport(serviceUrl, { token }) });
    const { name, expiresAt } = await client.tokens.current({ signal });
    const { result } = await client.workspaces.list({ limit: 200 }, { signal });
    return { name, expiresAt, workspaces: result };
  } catch (error) {
    throw asCommandFailure(error);
  }
}

function asCommandFailure(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  if (error.code === 'aborted') return interrupted();
  if (error.code === 'unauthorized' || error.code === 'cannotSend') {
    return new CommandFailure(
      'token',
      'The service doesn’t accept this token, so it wasn’t saved. Copy it again, whole.',
      { cause: error },
    );
  }
  return new CommandFailure('unavailable', `${error.message} The token wasn’t saved.`, {
    cause: error,
  });
}

/** @returns the id; empty where the token has no workspace, the earlier one where nothing is chosen */
async function chooseWorkspace(
  screen: Screen,
  { workspaceId }: Configuration,
  workspaces: readonly Workspace[],
): Promise<string> {
  if (workspaces.length < 2) return workspaces[0]?.id ?? '';
  const names = workspaces.map(({ name }) => printable(name));
  const index = await screen.choose('Which workspace should the assistant answer from?', names);
  const known = workspaces.some(({ id }) => id === workspaceId) ? workspaceId : workspaces[0]?.id;
  return (index === undefined ? known : workspaces[index]?.id) ?? '';
}
