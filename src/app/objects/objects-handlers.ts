import type { Invocation } from '../access/invocation';
import { licensedPerson } from '../access/policies';
import { Problem } from '../replies/problem';
import { secured, type SecuredFunction } from '../access/secured';
import type { FieldConfigurations } from '../access/find-configuration';
import { viewObject } from './object-details-contract';
import { viewObjects } from './objects-contract';
import { lookUpObjects, type LookedUpObjects } from './look-up-objects';
import { loadObjectDetails, type DetailsDependencies } from './object-details';

/** What the configuration of a field says of its objects; no attributes where it names none. */
export type ShowingConfiguration = Pick<LookedUpObjects, 'workspaceId'> &
  Partial<Pick<LookedUpObjects, 'attributes'>>;

interface Dependencies extends DetailsDependencies {
  /** Of each field, by the key of its module in manifest.yml. */
  readonly configurations: ReadonlyMap<string, FieldConfigurations<ShowingConfiguration>>;
}

/** What the screens of both fields ask about stored objects: for everyone, with their own grant. */
export function objectHandlers(dependencies: Dependencies): SecuredFunction[] {
  const { client, configurations } = dependencies;
  const everyone = { policy: licensedPerson, modules: [...configurations.keys()] };
  const getConfiguration = (invocation: Invocation) => {
    const ofField = configurations.get(invocation.moduleKey ?? '');
    if (!ofField) throw new Problem('BAD_REQUEST');
    return ofField.get(invocation);
  };
  return [
    secured(viewObjects, {
      ...everyone,
      async handle({ objectIds }, invocation) {
        const { workspaceId, attributes = [] } = await getConfiguration(invocation);
        return { objects: await lookUpObjects(client, { workspaceId, attributes }, objectIds) };
      },
    }),
    secured(viewObject, {
      ...everyone,
      async handle({ objectId }, invocation) {
        const { workspaceId } = await getConfiguration(invocation);
        return loadObjectDetails(dependencies, invocation.accountId, { workspaceId, objectId });
      },
    }),
  ];
}
