/** What an expression computes with. */
export type Value = null | boolean | number | string | ListValue | MapValue;
export type ListValue = readonly Value[];
interface MapValue {
  readonly [key: string]: Value;
}
export type Lambda = (value: Value) => Value;

/** JSON as an expression sees it; what is absent is `null`. */
export function valueOf(json: unknown): Value {
  if (json === undefined || json === null) return null;
  if (Array.isArray(json)) return json.map(valueOf);
  if (typeof json === 'object') {
    return Object.fromEntries(Object.entries(json).map(([key, item]) => [key, valueOf(item)]));
  }
  if (typeof json === 'string' || typeof json === 'number' || typeof json === 'boolean') {
    return json;
  }
  throw new TypeError(`A ${typeof json} is no JSON.`);
}

/** What `typeof` answers. */
export function typeNameOf(value: Value): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'List';
  if (typeof value === 'string') return 'String';
  if (typeof value === 'number') return 'Number';
  return typeof value === 'boolean' ? 'Boolean' : 'Map';
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Whether a value has keys of its own choosing. */
export function isMap(value: Value): value is MapValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
