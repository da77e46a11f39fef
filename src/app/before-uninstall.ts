import { adminTokenKey } from './access/admin-token';
import type { Platform } from './platform/platform';

/**
 * Builds what the platform calls before it takes the app away: manifest.yml, `before-uninstall`. The
 * access token is deleted at once; the platform itself removes everything else that is stored.
 * @see docs/platform-assumptions.md, 38
 * @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/pre-uninstall/
 */
export function createBeforeUninstall({ secrets }: Pick<Platform, 'secrets'>) {
  return () => secrets.delete(adminTokenKey);
}
