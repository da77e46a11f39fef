import * as attribute from '../../src/api/attribute';
import * as content from '../../src/api/content';
import type { Endpoint } from '../../src/api/endpoint';
import * as object from '../../src/api/object';
import * as site from '../../src/api/site';
import * as sitePage from '../../src/api/site-page';
import * as token from '../../src/api/token';
import * as type from '../../src/api/type';
import * as user from '../../src/api/user';
import * as workflow from '../../src/api/workflow';
import * as workspace from '../../src/api/workspace';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'onlyReads' in value;

/** The public API, each call with the name of its definition. */
export const everyEndpoint = Object.entries({
  ...attribute,
  ...content,
  ...object,
  ...site,
  ...sitePage,
  ...token,
  ...type,
  ...user,
  ...workflow,
  ...workspace,
}).flatMap(([name, value]) => (isEndpoint(value) ? [{ name, endpoint: value }] : []));
