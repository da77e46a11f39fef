import { connectMessage, resizedCall, themeCall } from '../frame/frame-messages';
import { callOver, type PortCalls } from '../frame/port-calls';
import { backendCommands } from './backend-commands';
import type { Commands } from './bridge';
import { historyCommands } from './history-commands';
import { eventCommands, flagCommands } from './page-commands';
import type { ResourceSurroundings } from './resource-surroundings';
import { routerCommands } from './router-commands';
import { closeCallbacks, viewCommands } from './view-commands';

/** The page around one run of a Custom UI resource. */
interface Surroundings extends ResourceSurroundings {
  /** The origin that the app's content comes from, and no other speaks to this page. */
  contentOrigin: string;
  /** The path of the app's page. */
  basePath: string;
  onConnected: () => void;
  onHeight: (pixels: number) => void;
}

export interface CustomUiRun {
  tellTheme(colorMode: 'light' | 'dark'): void;
  end(): void;
}

/** Serves the bridge to the document in a frame, and to the next one if it reloads. */
export function runCustomUi(element: HTMLIFrameElement, surroundings: Surroundings): CustomUiRun {
  const { host, contentOrigin, basePath, onHeight } = surroundings;
  const subscriptions = eventCommands(host.events);
  const history = historyCommands(basePath);
  const closing = closeCallbacks();
  const commands: Commands = {
    ...backendCommands(surroundings),
    ...viewCommands(surroundings.place, closing.run),
    ...routerCommands(surroundings.tracker),
    ...history.commands,
    ...closing.commands,
    ...subscriptions.commands,
    ...flagCommands(surroundings.flags),
    [resizedCall]: (height) => onHeight(Number(height)),
  };
  let calls: PortCalls | undefined;
  const onMessage = ({ source, origin, data, ports: [port] }: MessageEvent<unknown>) => {
    const isOurs = source === element.contentWindow && origin === contentOrigin;
    if (!isOurs || !isConnect(data) || port === undefined) return;
    calls?.end();
    calls = callOver(port, (name, given) => answer(commands, surroundings, name, given));
    void calls.call(themeCall, surroundings.colorMode());
    surroundings.onConnected();
  };
  addEventListener('message', onMessage);
  return {
    tellTheme: (colorMode) => void calls?.call(themeCall, colorMode),
    end: () => {
      removeEventListener('message', onMessage);
      subscriptions.end();
      history.end();
      calls?.end();
    },
  };
}

function isConnect(data: unknown): boolean {
  return (
    typeof data === 'object' && data !== null && 'type' in data && data.type === connectMessage
  );
}

/** A command that is not modelled is refused, and shown. */
function answer(
  commands: Commands,
  { onUnsupported }: Surroundings,
  name: string,
  data: unknown,
): unknown {
  if (Object.hasOwn(commands, name)) return commands[name]?.(data);
  onUnsupported(name);
  throw new Error(`The sandbox doesn't support the bridge command "${name}".`);
}
