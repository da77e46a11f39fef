import { attributeId, ids } from '../fleet';

export const api = '/public/v1';
export const search = `${api}/object/search`;
export const sql = "'; drop table object; --";
export const unknown = '99999999-9999-4999-8999-999999999999';
export const name = attributeId('Laptop', 'Name');
export const withName = (...values: unknown[]) => ({ attributeId: name, values });
export const laptop = (...attributes: unknown[]) => ({ typeId: ids.laptop, attributes });
export const valueOf = (attribute: string, ...values: unknown[]) =>
  laptop(withName('x'), { attributeId: attributeId('Laptop', attribute), values });
export const deep = (depth: number, open: string, close: string) =>
  open.repeat(depth) + close.repeat(depth);

/** A call that the service refuses, and how. */
export interface BadInput {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly rawBody?: string;
  readonly headers?: Record<string, string | undefined>;
  readonly status: number;
  /** `type field` of each violation. */
  readonly violations?: readonly string[];
}

export function get(what: string, path: string, status: number, headers = {}): BadInput {
  return { what, method: 'GET', path: api + path, status, headers };
}
export function find(what: string, body: unknown, status = 400): BadInput {
  return { what, method: 'POST', path: search, body, status };
}
export function create(what: string, body: unknown, violations?: string[], status = 400): BadInput {
  return {
    what,
    method: 'POST',
    path: `${api}/object`,
    body,
    status,
    ...(violations && { violations }),
  };
}
export function raw(what: string, rawBody: string, status: number, headers = {}): BadInput {
  return { what, method: 'POST', path: search, rawBody, status, headers };
}
export function define(what: string, body: unknown, violations: string[]): BadInput {
  return { what, method: 'POST', path: `${api}/attribute`, body, status: 400, violations };
}
export const attribute = (fields: object) => ({
  name: 'New',
  typeId: ids.laptop,
  attributeTypeCode: 'TEXT',
  ...fields,
});
export function change(what: string, body: unknown, violations: string[], status = 400): BadInput {
  const path = `${api}/attribute/${attributeId('Laptop', 'Status')}`;
  return { what, method: 'PATCH', path, body, status, violations };
}
