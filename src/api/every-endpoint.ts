import * as attribute from './attribute';
import * as content from './content';
import type { Endpoint } from './endpoint';
import * as group from './group';
import * as history from './history';
import * as object from './object';
import * as site from './site';
import * as sitePage from './site-page';
import * as token from './token';
import * as type from './type';
import * as user from './user';
import * as workflow from './workflow';
import * as workspace from './workspace';

const definitions = {
  ...workspace,
  ...type,
  ...attribute,
  ...object,
  ...history,
  ...content,
  ...user,
  ...group,
  ...workflow,
  ...site,
  ...sitePage,
  ...token,
};
type Definitions = typeof definitions;

/** The names of the endpoints: `getObject`. */
export type EndpointName = {
  [Name in keyof Definitions]: Definitions[Name] extends { readonly onlyReads: boolean }
    ? Name
    : never;
}[keyof Definitions];

/** The public API, each call with the name of its definition. */
export const everyEndpoint: readonly { name: EndpointName; endpoint: Endpoint }[] = Object.entries(
  definitions,
).flatMap(([name, value]) =>
  isEndpoint(value) && isName(name) ? [{ name, endpoint: value }] : [],
);

const readPaths = new Set(
  everyEndpoint
    .filter(({ endpoint }) => endpoint.method === 'GET')
    .map(({ endpoint }) => endpoint.path),
);

/** Whether the call creates something that has an address of its own: below its path, by its id. */
export function createsReadable({ method, path }: Endpoint): boolean {
  return method === 'POST' && ['{id}', '{pageId}'].some((id) => readPaths.has(`${path}/${id}`));
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'onlyReads' in value;
}

function isName(name: string): name is EndpointName {
  return Object.hasOwn(definitions, name);
}
