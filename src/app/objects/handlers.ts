import { licensedPerson } from '../access/policies';
import { secured, type SecuredFunction } from '../access/secured';
import { Problem } from '../access/problem';
import type { FieldConfigurations } from '../field-configuration/find-configuration';
import { viewObject } from './functions';
import { loadObjectDetails, type DetailsDependencies } from './object-details';

interface Dependencies extends DetailsDependencies {
  /** Of each field, by the key of its module in manifest.yml. */
  readonly configurations: ReadonlyMap<string, FieldConfigurations<{ workspaceId: string }>>;
}

/** What the screens of both fields ask about single objects. */
export function objectHandlers(dependencies: Dependencies): SecuredFunction[] {
  const { configurations } = dependencies;
  return [
    secured(viewObject, {
      policy: licensedPerson,
      modules: [...configurations.keys()],
      async handle({ objectId }, invocation) {
        const ofField = configurations.get(invocation.moduleKey ?? '');
        if (!ofField) throw new Problem('BAD_REQUEST');
        const { workspaceId } = await ofField.get(invocation);
        return loadObjectDetails(dependencies, invocation.accountId, { workspaceId, objectId });
      },
    }),
  ];
}
