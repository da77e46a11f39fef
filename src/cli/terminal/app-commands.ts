import { join } from 'node:path';
import type { PlatformApp } from '../../api/app-platform';
import { listPublicFiles } from '../apps/secret-files';
import { deployApp, inMegabytes } from '../apps/deploy-app';
import { describeApps, describeUnregistered } from '../apps/list-apps';
import { openPlatform } from '../apps/open-platform';
import type { Surroundings } from '../apps/open-platform';
import {
  describePromoted,
  describePromotion,
  planPromotion,
  promoteApp,
} from '../apps/promote-app';
import { readProjectManifest } from '../apps/project-manifest';
import { printableLine } from '../printable';
import type { Screen } from './screen';

interface AppCommand {
  readonly surroundings: Surroundings;
  readonly screen: Screen;
  readonly signal: AbortSignal;
}

/** @throws {CommandFailure} */
export async function listApps({ screen, ...command }: AppCommand): Promise<void> {
  const platform = await open({ screen, ...command });
  screen.progress('Loading your apps');
  const apps = await platform.listApps();
  screen.print(describeApps(apps));
  describeUnregistered(apps).forEach((note) => screen.print(note, 'faint'));
}

/** Deploys `./build` with `./manifest.yaml` after a confirmation. @throws {CommandFailure} */
export async function deployProject({ screen, ...command }: AppCommand): Promise<void> {
  const { workingDirectory } = command.surroundings;
  const { signal } = command;
  const folder = join(workingDirectory, 'build');
  const platform = await open({ screen, ...command });
  const manifest = await readProjectManifest(join(workingDirectory, 'manifest.yaml'));
  // Nobody is asked about a folder that can't be deployed.
  const source = { folder, included: [], signal };
  await listPublicFiles(source);
  screen.progress('Checking what is deployed');
  const present = (await platform.listApps()).find(({ appKey }) => appKey === manifest.appKey);
  const what = `version ${manifest.version} of ${printableLine(manifest.name)} (${manifest.appKey})`;
  const summary = `Deploy ${what} from ./build? You get it right away. ${describeCustomers(present)}`;
  if (!(await confirmed(screen, summary))) return;
  const deployed = await deployApp({
    ...source,
    platform,
    manifest,
    report: (progress) => screen.progress(progress),
  });
  const size = `${deployed.fileCount} files, ${inMegabytes(deployed.bundleBytes)}`;
  screen.print(`✓ Deployed ${deployed.version} of ${deployed.appKey}: ${size}`, 'good');
  screen.print(deployed.serveUrl);
}

/** What customers get after a deploy. */
function describeCustomers(present: PlatformApp | undefined): string {
  const promoted = present?.promotedVersion;
  if (present === undefined || present.registerUrl !== undefined) {
    return promoted
      ? 'Customers get nothing until you register the app.'
      : 'Customers get nothing until you promote it and register the app.';
  }
  return promoted
    ? `Customers keep ${printableLine(promoted.version)} until you promote it.`
    : 'Customers get nothing until you promote it.';
}

/** Gives customers the version of `./manifest.yaml` after a confirmation. @throws {CommandFailure} */
export async function promoteProject({ screen, ...command }: AppCommand): Promise<void> {
  const platform = await open({ screen, ...command });
  const path = join(command.surroundings.workingDirectory, 'manifest.yaml');
  screen.progress('Looking up the version');
  const plan = await planPromotion(platform, await readProjectManifest(path));
  if (!(await confirmed(screen, `Promote? ${describePromotion(plan)}`))) return;
  screen.print(describePromoted(plan, await promoteApp(platform, plan)), 'good');
}

function open({ surroundings, screen, signal }: AppCommand) {
  return openPlatform(surroundings, signal, (notice) => screen.print(notice, 'faint'));
}

async function confirmed(screen: Screen, summary: string): Promise<boolean> {
  if (await screen.confirm(summary)) return true;
  screen.print('Nothing was changed.', 'faint');
  return false;
}
