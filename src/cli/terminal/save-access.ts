import { createClient, fetchTransport, ServiceError } from '../../api/client';
import type { Surroundings } from '../apps/open-platform';
import { checkAddress, findForeignOrigins } from '../configuration/configuration';
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
  const tokenOrigins = [...new Set([service.origin, platform.origin])];
  if (!(await trustsOrigins(screen, tokenOrigins))) return;
  const token = (await screen.askHidden('Personal access token'))?.trim() ?? '';
  if (token === '') {
    sayUnsaved(screen);
    return;
  }
  screen.progress('Checking the token');
  const { name, expiresAt, workspaces } = await tryToken(configuration, token, signal);
  const workspaceId = await chooseWorkspace(screen, workspaces);
  if (workspaceId === undefined) {
    sayUnsaved(screen);
    return;
  }
  await saveConfiguration(directory, {
    ...configuration,
    token,
    tokenOrigins,
    workspaceId,
  });
  const end =
    expiresAt === null ? 'It doesn’t expire.' : `It expires on ${expiresAt.slice(0, 10)}.`;
  screen.print(`✓ Saved the token “${printable(name)}” in .wds/config.json. ${end}`, 'good');
}

function sayUnsaved(screen: Screen): void {
  screen.print('Nothing was saved.', 'faint');
}

/** A configuration that came with a project must not lead a token to where nobody expects it. */
async function trustsOrigins(screen: Screen, origins: readonly string[]): Promise<boolean> {
  screen.print(`The token will be sent to ${origins.join(' and ')}.`, 'faint');
  const foreign = findForeignOrigins(origins);
  if (foreign.length === 0) return true;
  const question = `.wds/config.json names ${foreign.join(' and ')}, which isn’t the service’s own address. Do you trust it with your token?`;
  if (await screen.confirm(question)) return true;
  sayUnsaved(screen);
  return false;
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
      'The service doesn’t accept this token, so it wasn’t saved. Copy the whole token, then try again.',
      { cause: error },
    );
  }
  return new CommandFailure('unavailable', `${error.message} The token wasn’t saved.`, {
    cause: error,
  });
}

/** @returns the id; empty if the token has no workspace, undefined if the person cancels */
async function chooseWorkspace(
  screen: Screen,
  workspaces: readonly Workspace[],
): Promise<string | undefined> {
  if (workspaces.length < 2) return workspaces[0]?.id ?? '';
  const names = workspaces.map(({ name }) => printable(name));
  const index = await screen.choose('Which workspace should the assistant answer from?', names);
  return index === undefined ? undefined : workspaces[index]?.id;
}
