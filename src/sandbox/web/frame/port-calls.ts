import * as z from 'zod/mini';

export type PortCalls = ReturnType<typeof callOver>;

const target = z.union([z.object({ name: z.string() }), z.object({ functionId: z.number() })]);
type Target = z.infer<typeof target>;

/** The other end is of another origin: what isn't a message of this shape is dropped. */
const message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call'), id: z.number(), target, values: z.array(z.unknown()) }),
  z.object({ kind: z.literal('answer'), id: z.number(), value: z.unknown() }),
  z.object({
    kind: z.literal('failure'),
    id: z.number(),
    error: z.looseObject({ message: z.string() }),
  }),
]);
type Message = z.infer<typeof message>;

/** What stands for a function while it crosses. */
const marker = 'sandbox:function';

/**
 * Calls over a message port, the same at both ends. Functions in what is passed or answered cross
 * as functions that call back, so every one of them answers with a promise at the other end.
 * @param answer does what the other end calls by name
 */
export function callOver(port: MessagePort, answer: (name: string, data: unknown) => unknown) {
  const functions: ((...values: unknown[]) => unknown)[] = [];
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let lastId = 0;

  const send = (sent: Message) => port.postMessage(sent);
  const encode = (value: unknown): unknown =>
    mapLeaves(value, (leaf) =>
      typeof leaf === 'function'
        ? { [marker]: functions.push((...values) => Reflect.apply(leaf, undefined, values)) - 1 }
        : leaf,
    );
  const decode = (value: unknown): unknown =>
    mapLeaves(
      value,
      (leaf) => leaf,
      (record) => {
        const functionId = record[marker];
        if (typeof functionId !== 'number') return undefined;
        return (...values: unknown[]) => callTarget({ functionId }, values);
      },
    );
  const callTarget = (called: Target, values: unknown[]) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      send({ kind: 'call', id: lastId, target: called, values: values.map(encode) });
    });
  const run = (called: Target, values: unknown[]): unknown => {
    if ('name' in called) return answer(called.name, values[0]);
    return functions[called.functionId]?.(...values);
  };

  port.onmessage = (event: MessageEvent<unknown>) => {
    const { data } = message.safeParse(event.data);
    if (!data) return;
    if (data.kind === 'call') {
      const { id, values } = data;
      const answering = Promise.resolve().then(() => run(data.target, values.map(decode)));
      answering.then(
        (value) => send({ kind: 'answer', id, value: encode(value) }),
        (error: unknown) => send({ kind: 'failure', id, error: describeError(error) }),
      );
      return;
    }
    const call = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.kind === 'answer') call?.resolve(decode(data.value));
    else call?.reject(Object.assign(new Error(data.error.message), data.error));
  };
  return {
    /** @throws what the other end threw, as an error of this one */
    call: (name: string, data: unknown) => callTarget({ name }, [data]),
    end: () => port.close(),
  };
}

/** Copies arrays and plain objects; `replace` may put something else in place of an object. */
function mapLeaves(
  value: unknown,
  change: (leaf: unknown) => unknown,
  replace: (record: Record<string, unknown>) => unknown = () => undefined,
): unknown {
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change, replace));
  if (!isPlainObject(value)) return change(value);
  return (
    replace(value) ??
    Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, mapLeaves(item, change, replace)]),
    )
  );
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Copies own properties too: the platform's errors carry a code. */
function describeError(error: unknown): { message: string } {
  if (!(error instanceof Error)) return { message: String(error) };
  const details = Object.entries(error).filter(([, value]) => typeof value === 'string');
  return { ...Object.fromEntries(details), message: error.message };
}

/** What a Custom UI page and the page around it say to each other beside the app's own calls. */

/** The frame's first message to the page around it, with the port for all that follows. */
export const connectMessage = 'sandbox:connect';

/** What the frame calls by name; everything else is a command of the bridge. */
export const resizedCall = 'sandbox:resized';

/** What the page around it calls by name. */
export const themeCall = 'sandbox:theme';

export type ColorMode = 'light' | 'dark';
