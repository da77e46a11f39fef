import { join } from 'node:path';
import { deployProject, inMegabytes } from '../apps/deploy-app';
import { describeApps, describeUnregistered } from '../apps/list-apps';
import { openPlatform } from '../apps/platform-client';
import type { AppContext, Surroundings } from '../apps/platform-client';
import { promoteProject } from '../apps/promote-app';
import type { Screen } from './screen';

interface AppCommand {
  readonly surroundings: Surroundings;
  readonly screen: Screen;
  readonly signal: AbortSignal;
}

/** @throws {CommandFailure} */
export async function listApps(command: AppCommand): Promise<void> {
  const { screen } = command;
  const platform = await openPlatform(contextOf(command));
  screen.progress('Loading your apps');
  const apps = await platform.listApps();
  screen.print(describeApps(apps));
  describeUnregistered(apps).forEach((note) => screen.print(note, 'faint'));
}

/** Deploys `./build` with `./manifest.yaml` after a confirmation. @throws {CommandFailure} */
export async function deployHere(command: AppCommand): Promise<void> {
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
export async function promoteHere(command: AppCommand): Promise<void> {
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
