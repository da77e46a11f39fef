import type { Manifest, FunctionModule } from './manifest';

const openTypes = [
  'jira:customFieldType',
  'jira:personalSettingsPage',
  'jira:adminPage',
  'jira:projectPage',
] as const;
const unattendedTypes = [
  'jira:jqlFunction',
  'scheduledTrigger',
  'consumer',
  'trigger',
  'preUninstall',
] as const;

/** A module of the manifest with the function behind it. */
export interface AppModule<
  Type extends string = (typeof openTypes)[number] | (typeof unattendedTypes)[number],
> {
  key: string;
  type: Type;
  functionKey: string;
}

/** A module whose resolver a person's user interface calls. */
export interface OpenModule extends AppModule<(typeof openTypes)[number]> {
  /** The account types of people without a license who may use it too. */
  unlicensedAccess: readonly string[];
}
/** A module whose function the platform itself calls: no person is there. */
export type UnattendedModule = AppModule<(typeof unattendedTypes)[number]>;

/** Returns the module that a person can open under this key, `undefined` where there is none. */
export function findModule(manifest: Manifest, key: string): OpenModule | undefined {
  return openTypes
    .flatMap((type) =>
      manifest.modules[type].map((module) => ({
        key: module.key,
        type,
        functionKey: module.resolver.function,
        unlicensedAccess: 'unlicensedAccess' in module ? module.unlicensedAccess : [],
      })),
    )
    .find((module) => module.key === key);
}

/** Returns the module that the platform calls under this key, `undefined` where there is none. */
export function findUnattendedModule(
  manifest: Manifest,
  key: string,
): UnattendedModule | undefined {
  return unattendedTypes
    .flatMap((type) =>
      manifest.modules[type].map((module) => ({
        key: module.key,
        type,
        functionKey: module.function,
      })),
    )
    .find((module) => module.key === key);
}

/** Returns the module that takes the events of a queue, `undefined` where there is none. */
export function findConsumer(manifest: Manifest, queueName: string): UnattendedModule | undefined {
  const consumer = manifest.modules.consumer.find(({ queue }) => queue === queueName);
  return consumer && { key: consumer.key, type: 'consumer', functionKey: consumer.function };
}

/** @throws {Error} if the manifest declares no function of this key. */
export function getFunction(manifest: Manifest, key: string): FunctionModule {
  const found = manifest.modules.function.find((candidate) => candidate.key === key);
  if (!found) throw new Error(`manifest.yml declares no function "${key}".`);
  return found;
}

interface Resource {
  key: string;
  path: string;
}

/** The resources that are built as pages of their own; the others are UI Kit. */
export function customUiResources({ modules, resources }: Manifest): readonly Resource[] {
  const used = new Set(modules['jira:projectPage'].map(({ resource }) => resource));
  return resources.filter(({ key }) => used.has(key));
}

/** The resources whose screens the platform draws. */
export function uiKitResources({ modules, resources }: Manifest): readonly Resource[] {
  const used = new Set([
    ...modules['jira:customFieldType'].flatMap(({ view, edit, contextConfig }) => [
      view.resource,
      edit.resource,
      contextConfig.resource,
    ]),
    ...modules['jira:personalSettingsPage'].map(({ resource }) => resource),
    ...modules['jira:adminPage'].map(({ resource }) => resource),
  ]);
  return resources.filter(({ key }) => used.has(key));
}

const synchronousLimitSeconds = 25;
const backgroundLimitSeconds = 55;

/**
 * Returns how long a module's function may take, in seconds; `timeoutSeconds` counts for schedules
 * and consumers only.
 * @see https://developer.atlassian.com/platform/forge/limits-invocation/
 */
export function timeLimitOf(manifest: Manifest, { type, functionKey }: AppModule): number {
  if (type === 'preUninstall') return backgroundLimitSeconds;
  if (type !== 'scheduledTrigger' && type !== 'consumer') return synchronousLimitSeconds;
  return getFunction(manifest, functionKey).timeoutSeconds ?? backgroundLimitSeconds;
}

/** @throws {Error} if the manifest declares no remote of this key. */
export function getRemote(manifest: Manifest, key: string): { key: string; baseUrl: string } {
  const found = manifest.remotes.find((candidate) => candidate.key === key);
  if (!found) throw new Error(`manifest.yml declares no remote "${key}".`);
  return found;
}

/** Returns the id behind `ari:cloud:ecosystem::app/`. */
export function appIdOf(manifest: Manifest): string {
  return manifest.app.id.slice(manifest.app.id.lastIndexOf('/') + 1);
}
