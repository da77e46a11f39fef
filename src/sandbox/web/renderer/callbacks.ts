import type { SyntheticEvent } from 'react';
import * as z from 'zod';

/** A function of the app. */
export type Callback = (...values: unknown[]) => unknown;

export const callback = z
  .custom<Callback>((value) => typeof value === 'function', 'Expected a function')
  .optional();

/** The event as it crosses from the host to an app: plain data. */
interface PlainEvent {
  type: string;
  target: { value?: unknown; checked?: boolean; type?: string; name?: string; id?: string };
}

function plainEvent(event: SyntheticEvent): PlainEvent {
  const { target } = event;
  if (!(target instanceof HTMLElement)) return { type: event.type, target: {} };
  const { value, checked, type, name, id } = target as Partial<HTMLInputElement>;
  return { type: event.type, target: { value, checked, type, name, id } };
}

/** A handler that passes the plain event on; undefined when the app gave no callback. */
export function forwardEvent(handler: Callback | undefined) {
  if (handler === undefined) return undefined;
  return (event: SyntheticEvent) => void call(handler, plainEvent(event));
}

/** Calls into the app; what it throws there is the app's, and goes to the console. */
export function call(handler: Callback | undefined, ...values: unknown[]): unknown {
  try {
    return handler?.(...values.map((value) => structuredClone(value)));
  } catch (error) {
    console.error(error);
    return undefined;
  }
}
