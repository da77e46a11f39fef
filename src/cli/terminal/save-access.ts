import { ServiceError } from '../../api/client';
import type { Surroundings } from '../apps/platform-client';
import { createServiceClient } from '../bounded-fetch';
import { checkAddress, findForeignOrigins } from '../configuration/configuration';
import type { Configuration } from '../configuration/configuration';
import { loadConfiguration, saveConfiguration } from '../configuration/configuration-file';
import { asCommandFailure } from '../failure';
import { printableLine } from '../printable';
import type { Screen } from './screen';

/**
 * Asks for a personal access token until the service accepts one, and saves it for the configured
 * addresses. If the person leaves or the service can't answer, the one that was saved before stays.
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
  const accepted = await askForToken(screen, configuration, signal);
  if (accepted === undefined) {
    sayUnsaved(screen);
    return;
  }
  const { token, name, userId, expiresAt, workspaces } = accepted;
  const workspaceId = await chooseWorkspace(screen, workspaces);
  if (workspaceId === undefined) {
    sayUnsaved(screen);
    return;
  }
  await saveConfiguration(directory, {
    ...configuration,
    token,
    tokenOrigins,
    userId,
    workspaceId,
  });
  const end =
    expiresAt === null ? 'It doesn’t expire.' : `It expires on ${expiresAt.slice(0, 10)}.`;
  screen.print(`✓ Saved the token “${printableLine(name)}” in .wds/config.json. ${end}`, 'good');
  if (workspaceId === '') {
    screen.print(
      'You aren’t a member of any workspace. Ask an administrator of one to add you, then type /access again.',
    );
  }
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

interface AcceptedToken {
  readonly token: string;
  readonly name: string;
  readonly userId: string;
  readonly expiresAt: string | null;
  readonly workspaces: readonly Workspace[];
}

/**
 * Never goes back to the prompt after a token that was refused: the next one would be typed in clear.
 * @returns undefined if the person leaves
 */
async function askForToken(
  screen: Screen,
  configuration: Configuration,
  signal: AbortSignal,
): Promise<AcceptedToken | undefined> {
  for (;;) {
    const token = (await screen.askHidden('Personal access token'))?.trim() ?? '';
    if (token === '') return undefined;
    screen.progress('Checking the token');
    const accepted = await findAccepted(configuration, token, signal);
    if (accepted !== undefined) return accepted;
    screen.print(
      '✗ The service doesn’t accept this token, so it wasn’t saved. Copy the whole token and paste it again, or press Enter to leave.',
      'bad',
    );
  }
}

/** @returns undefined if the service doesn't accept the token */
async function findAccepted(
  { serviceUrl }: Configuration,
  token: string,
  signal: AbortSignal,
): Promise<AcceptedToken | undefined> {
  try {
    const client = createServiceClient(serviceUrl, token);
    const { name, userId, expiresAt } = await client.tokens.current({ signal });
    const { result } = await client.workspaces.list({ limit: 200 }, { signal });
    return { token, name, userId, expiresAt, workspaces: result };
  } catch (error) {
    if (isRefusedToken(error)) return undefined;
    throw asCommandFailure(error, 'The token wasn’t saved.');
  }
}

function isRefusedToken(error: unknown): boolean {
  return (
    error instanceof ServiceError && (error.code === 'unauthorized' || error.code === 'cannotSend')
  );
}

/** @returns the id; empty if the token has no workspace, undefined if the person cancels */
async function chooseWorkspace(
  screen: Screen,
  workspaces: readonly Workspace[],
): Promise<string | undefined> {
  if (workspaces.length < 2) return workspaces[0]?.id ?? '';
  const names = workspaces.map(({ name }) => printableLine(name));
  const index = await screen.choose('Which workspace should the assistant answer from?', names);
  return index === undefined ? undefined : workspaces[index]?.id;
}
