import type { ExtensionPoint } from '../../forge/extension-point';
import type { TrackerClient } from '../calls/tracker-client';
import type { Flags } from '../shell/flags';
import type { Activity } from './activity';
import type { ConsentRequest } from './consent';
import type { HostState } from './host-state';
import type { ResourcePlace } from './view-commands';

/** The page around one run of a resource, UI Kit or Custom UI. */
export interface ResourceSurroundings {
  host: HostState;
  tracker: TrackerClient;
  flags: Flags;
  point: ExtensionPoint;
  activity: Activity;
  place: () => ResourcePlace;
  colorMode: () => 'light' | 'dark';
  onUnsupported: (command: string) => void;
  onConsentNeeded: (request: ConsentRequest) => void;
}
