import { view } from '@forge/bridge';
import { findHostAddress } from '../screen/use-app-page';
import type { ContextFinding, LinksFinding } from './finding';

/** What the host tells a screen of the person. */
export async function probeContext(): Promise<ContextFinding> {
  const { locale, timezone } = await view.getContext();
  return { check: 'context', isLocaleTold: isText(locale), isTimezoneTold: isText(timezone) };
}

/** A host of another version may tell something else. */
function isText(told: unknown): boolean {
  return typeof told === 'string' && told !== '';
}

/** Where the host says that the pages are to which the app's screens link. */
export async function probeLinks(): Promise<LinksFinding> {
  const keys = ['connect', 'admin'] as const;
  const pages = await Promise.all(
    keys.map(async (moduleKey) => ({ moduleKey, path: await findPath(moduleKey) })),
  );
  return { check: 'links', pages };
}

/** Without the site's name. */
async function findPath(moduleKey: 'connect' | 'admin'): Promise<string | undefined> {
  const address = await findHostAddress(moduleKey);
  return address && new URL(address, 'https://site.invalid').pathname;
}
