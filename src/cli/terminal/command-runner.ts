import { join } from 'node:path';
import { chatLimits } from '../../api/assistant';
import { ServiceError } from '../../api/client';
import { openPlatform } from '../apps/platform-client';
import type { Surroundings, AppContext } from '../apps/platform-client';
import { Chat } from '../assistant/chat';
import { asFailure, asCommandFailure } from '../failure';
import { deployProject, inMegabytes } from '../apps/deploy-app';
import { describeApps, describeUnregistered } from '../apps/list-apps';
import { promoteProject } from '../apps/promote-app';
import { createServiceClient } from '../bounded-fetch';
import { checkAddress, findForeignOrigins } from '../configuration/configuration';
import type { Configuration } from '../configuration/configuration';
import { loadConfiguration, saveConfiguration } from '../configuration/configuration-file';
import { printableLine } from '../printable';
import type { Environment } from '../proxy';
import { describeMode, readLine } from './modes';
import type { CommandName, Mode } from './modes';
import type { Screen } from './screen';

/** Runs the lines of an interactive session, and knows in which mode it is. */
export class CommandRunner {
  #mode: Mode = 'main';
  #chat: Chat;

  constructor(
    private readonly surroundings: Surroundings,
    private readonly screen: Screen,
    private readonly quit: () => void,
  ) {
    this.#chat = new Chat(surroundings, screen);
  }

  get mode(): Mode {
    return this.#mode;
  }

  leaveMode(): void {
    this.#mode = 'main';
  }

  /** Runs a line; what goes wrong is shown, never thrown. */
  async run(line: string, signal: AbortSignal): Promise<void> {
    const intent = readLine(this.#mode, line);
    try {
      if (intent.kind === 'command') await this.#runCommand(intent.name, signal);
      else if (intent.kind === 'question') await this.#chat.ask(intent.text, signal);
      else if (intent.kind === 'tooLong') this.#giveBack(intent.text);
      else if (intent.kind === 'unknown') this.#explainUnknown();
    } catch (error) {
      const { code, message } = asFailure(error);
      if (code === 'interrupted') this.screen.print(message, 'faint');
      else this.screen.print(`✗ ${message}`, 'bad');
    }
  }

  #giveBack(question: string): void {
    const [length, most] = [question.length, chatLimits.characters].map((count) =>
      count.toLocaleString('en'),
    );
    this.screen.print(
      `✗ Your question has ${length} characters, and the assistant takes up to ${most}. Shorten it, then press Enter.`,
      'bad',
    );
    this.screen.putBack(question);
  }

  /** Doesn't repeat the line, which may be a token. */
  #explainUnknown(): void {
    const hint = this.#mode === 'main' ? ' To ask the assistant, type /nova first.' : '';
    const explanation = 'That isn’t a command here. Type /help to see the commands.';
    this.screen.print(explanation + hint, 'bad');
  }

  async #runCommand(name: CommandName, signal: AbortSignal): Promise<void> {
    const { screen, surroundings } = this;
    switch (name) {
      case 'access':
        await saveAccess(surroundings, screen, signal);
        break;
      case 'nova':
        // Leaving the chat ended the conversation: /resume lists it.
        this.#chat = new Chat(surroundings, screen);
        this.#enter('chat');
        break;
      case 'app':
        this.#enter('app');
        break;
      case 'clear':
        screen.clear();
        break;
      case 'help':
        screen.print(describeMode(this.#mode, screen.hasMenu));
        break;
      case 'exit':
        if (this.#mode === 'main') this.quit();
        else this.leaveMode();
        break;
      case 'new':
        await this.#chat.startAnew();
        break;
      case 'resume':
        await this.#chat.resume(signal);
        break;
      case 'list':
        await listApps({ surroundings, screen, signal });
        break;
      case 'deploy':
        await deployHere({ surroundings, screen, signal });
        break;
      case 'promote':
        await promoteHere({ surroundings, screen, signal });
    }
  }

  #enter(mode: Mode): void {
    this.#mode = mode;
    this.screen.print(describeMode(mode, this.screen.hasMenu), 'faint');
  }
}

interface AppCommand {
  readonly surroundings: Surroundings;
  readonly screen: Screen;
  readonly signal: AbortSignal;
}

/** @throws {CommandFailure} */
async function listApps(command: AppCommand): Promise<void> {
  const { screen } = command;
  const platform = await openPlatform(contextOf(command));
  screen.progress('Loading your apps');
  const apps = await platform.listApps();
  screen.print(describeApps(apps));
  describeUnregistered(apps).forEach((note) => screen.print(note, 'faint'));
}

/** Deploys `./build` with `./manifest.yaml` after a confirmation. @throws {CommandFailure} */
async function deployHere(command: AppCommand): Promise<void> {
  const context = contextOf(command);
  const platform = await openPlatform(context);
  const deployed = await deployProject(platform, context, {
    manifestPath: join(context.workingDirectory, 'manifest.yaml'),
    folder: join(context.workingDirectory, 'build'),
    included: [],
  });
  if (deployed === undefined) return;
  const { version, appKey, fileCount, bundleBytes, serveUrl } = deployed;
  const size = `${fileCount} files, ${inMegabytes(bundleBytes)}`;
  command.screen.print(`✓ Deployed ${version} of ${appKey}: ${size}`, 'good');
  command.screen.print(serveUrl);
}

/** Gives customers the version of `./manifest.yaml` after a confirmation. @throws {CommandFailure} */
async function promoteHere(command: AppCommand): Promise<void> {
  const context = contextOf(command);
  const platform = await openPlatform(context);
  const path = join(context.workingDirectory, 'manifest.yaml');
  const promoted = await promoteProject(platform, context, path);
  if (promoted !== undefined) command.screen.print(promoted.sentence, 'good');
}

function contextOf({ surroundings, screen, signal }: AppCommand): AppContext {
  return {
    ...surroundings,
    signal,
    note: (text) => screen.print(text, 'faint'),
    report: (progress) => screen.progress(progress),
    confirm: async (summary) => {
      const isConfirmed = await screen.confirm(summary);
      if (!isConfirmed) screen.print('Nothing was changed.', 'faint');
      return isConfirmed;
    },
  };
}

/**
 * Asks for a personal access token until the service accepts one, and saves it for the configured
 * addresses. If the person leaves or the service can't answer, the one that was saved before stays.
 * @throws {CommandFailure}
 */
async function saveAccess(
  { workingDirectory, environment }: Surroundings,
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
  screen.print('To deploy apps, it has to read and write in all your workspaces.', 'faint');
  const tokenOrigins = [...new Set([service.origin, platform.origin])];
  if (!(await trustsOrigins(screen, tokenOrigins))) return;
  const accepted = await askForToken(screen, (token) =>
    findAccepted({ ...configuration, token }, environment, signal),
  );
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
  const saveNotices = await saveConfiguration(directory, {
    ...configuration,
    token,
    tokenOrigins,
    userId,
    workspaceId,
  });
  const end =
    expiresAt === null ? 'It doesn’t expire.' : `It expires on ${expiresAt.slice(0, 10)}.`;
  screen.print(`✓ Saved the token “${printableLine(name)}” in .wds/config.json. ${end}`, 'good');
  saveNotices.forEach((notice) => screen.print(notice));
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
  findAccepted: (token: string) => Promise<AcceptedToken | undefined>,
): Promise<AcceptedToken | undefined> {
  for (;;) {
    const token = (await screen.askHidden('Personal access token'))?.trim() ?? '';
    if (token === '') return undefined;
    screen.progress('Checking the token');
    const accepted = await findAccepted(token);
    if (accepted !== undefined) return accepted;
    screen.print(
      '✗ The service doesn’t accept this token, so it wasn’t saved. Copy the whole token and paste it again, or press Enter to leave.',
      'bad',
    );
  }
}

/** @returns undefined if the service doesn't accept the token */
async function findAccepted(
  { serviceUrl, token }: Configuration,
  environment: Environment,
  signal: AbortSignal,
): Promise<AcceptedToken | undefined> {
  try {
    const client = createServiceClient(serviceUrl, token, environment);
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
  const index = await screen.choose('Which workspace should the assistant use?', names);
  return index === undefined ? undefined : workspaces[index]?.id;
}
