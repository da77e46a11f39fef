import { everyoneWhoPicks } from '../access/policies';
import type { Invocation } from '../access/invocation';
import { secured, type SecuredFunction } from '../access/resolver';
import type { PersonalAccess } from '../access/service-client';
import type { FieldConfigurations } from '../access/find-configuration';
import {
  findLabels,
  getBoundQuery,
  lookUpObjects,
  searchObjects,
  withoutQuery,
} from '../objects/find-objects';
import { isObjectId } from '../objects/stored-value';
import type { OpenField, SecuredOnPortal } from '../portal/portal-answers';
import { attributesOnPortal, searchShown, withAttributes } from '../portal/shown-on-portal';
import type { Configuration } from './configuration';
import * as functions from './object-field-contract';

/** The field's module in manifest.yml. */
const modules = ['workspace-object'];

/** What the field's editor may ask: for everyone who edits the field, each with their own grant. */
export function objectFieldHandlers({
  client,
  configurations,
  asPerson,
  account,
}: PersonalAccess & {
  readonly configurations: FieldConfigurations<Configuration>;
}): SecuredFunction[] {
  const everyone = everyoneWhoPicks(modules);
  const getSource = async (invocation: Invocation) => {
    const configuration = await configurations.get(invocation);
    const findEmailAddress = () => asPerson.findEmailAddress();
    const query = await getBoundQuery(configuration.query, { findEmailAddress });
    return { ...configuration, query };
  };
  return [
    secured(functions.searchObjects, everyone, async ({ text }, invocation) => {
      const source = await getSource(invocation);
      return withoutQuery(await searchObjects(client, source, text));
    }),
    secured(functions.findOffered, everyone, async ({ objectIds }, invocation) => {
      const source = { ...(await getSource(invocation)), attributes: [] };
      const offered = await lookUpObjects(client, source, objectIds);
      return { objectIds: offered.map(({ objectId }) => objectId) };
    }),
    secured(functions.findOwn, everyone, async ({ objectIds }, invocation) => {
      const { workspaceId, typeId } = await configurations.get(invocation);
      const own = await findLabels(client, { workspaceId, typeId }, objectIds);
      return { objectIds: own.map(({ objectId }) => objectId) };
    }),
    secured(functions.readField, everyone, async (_, invocation) => {
      const [{ cardinality }, isConnected] = await Promise.all([
        configurations.get(invocation),
        account.hasGrant(),
      ]);
      return { cardinality, isConnected };
    }),
  ];
}

export function objectFieldPortalHandlers(
  securedOnPortal: SecuredOnPortal<Configuration>,
): SecuredFunction[] {
  return [
    securedOnPortal(functions.readPortalField, ({ configuration: { cardinality } }) => ({
      cardinality,
      isConnected: true,
    })),
    securedOnPortal(functions.searchOnPortal, async (field, { text }) => {
      const source = await sourceOf(field);
      const client = await field.askService(1);
      return searchShown(client, source, text);
    }),
    securedOnPortal(functions.viewOnPortal, async (field, { objectIds }) => ({
      objects: withAttributes(await lookUp(field, objectIds)),
    })),
  ];
}

type Field = OpenField<Configuration>;

/** Where this person's answer is looked for, and what it may hold. */
async function sourceOf(field: Field) {
  const { configuration, findEmailAddress } = field;
  const query = await getBoundQuery(configuration.query, { findEmailAddress });
  return { ...configuration, query, ...attributesOnPortal(field) };
}

/** Only objects that the field offers this person: guessing the id of another one finds nothing. */
async function lookUp(field: Field, objectIds: readonly string[]) {
  const { attributes } = attributesOnPortal(field);
  if (attributes.length === 0 || !objectIds.some(isObjectId)) return [];
  const source = await sourceOf(field);
  return lookUpObjects(await field.askService(1), source, objectIds);
}
