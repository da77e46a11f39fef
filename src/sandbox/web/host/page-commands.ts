import * as z from 'zod';
import type { Flags } from '../shell/flags';
import type { AppEvents, AppEventListener } from './app-events';
import type { Commands } from './bridge';

const callbackSchema = z.custom<(argument?: unknown) => void>(
  (value) => typeof value === 'function',
  'Expected a function',
);

const subscriptionSchema = z.object({ event: z.string(), callback: callbackSchema });
const emissionSchema = z.object({ event: z.string(), payload: z.unknown().optional() });

const flagSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).transform(String),
  type: z.enum(['info', 'success', 'warning', 'error']),
  title: z.string().default(''),
  description: z.string().optional(),
  isAutoDismiss: z.boolean().optional(),
  actions: z.array(z.object({ text: z.string(), onClick: callbackSchema.optional() })).optional(),
});

/** Messages at the edge of the page; their actions call back into the app. */
export function flagCommands(flags: Flags): Commands {
  return {
    showFlag(data) {
      const { type, ...flag } = flagSchema.parse(data);
      flags.show({ ...flag, appearance: type });
      return true;
    },
    closeFlag(data) {
      const { id } = z.object({ id: z.union([z.string(), z.number()]) }).parse(data);
      flags.close(String(id));
      return true;
    },
  };
}

export interface Subscriptions {
  commands: Commands;
  /** Ends every subscription of the frame. */
  end(): void;
}

/** The app's events between its resources; all public events of the page are the app's own. */
export function eventCommands(events: AppEvents): Subscriptions {
  const ends = new Set<() => void>();
  const on = (data: unknown) => {
    const { event, callback } = subscriptionSchema.parse(data);
    const listener: AppEventListener = (payload) => callback(payload);
    const end = events.on(event, listener);
    ends.add(end);
    return { unsubscribe: end };
  };
  const emit = (data: unknown) => {
    const { event, payload } = emissionSchema.parse(data);
    events.emit(event, payload);
  };
  return {
    commands: { on, onPublic: on, emit, emitPublic: emit },
    end: () => ends.forEach((end) => end()),
  };
}
