import type { Client } from '../../api/client';
import { licensedPerson } from '../access/policies';
import type { FieldConfigurations } from '../access/find-configuration';
import { Problem } from '../replies/problem';
import { secured, type SecuredFunction } from '../access/secured';
import { readBulkItems } from '../bulk-screen/bulk-edit-contract';
import { cascadeValueOf } from '../cascade-field/cascade-value';
import { saveBulkPath } from '../cascade-field/cascade-field-contract';
import type { CascadeConfiguration } from '../cascade-field/configuration';
import { saveBulkObjects } from '../object-field/object-field-contract';
import type { Configuration } from '../object-field/configuration';
import type { Platform } from '../platform/platform';
import { createBulkEdit } from './bulk-edit';
import { planObjects, planPath } from './plan-change';

interface Dependencies {
  readonly client: Client;
  readonly platform: Pick<Platform, 'asPerson' | 'asApp'>;
  readonly ofObject: FieldConfigurations<Configuration>;
  readonly ofCascade: FieldConfigurations<CascadeConfiguration>;
}

/** For everyone who edits work items in bulk, each with their own grant and their own permissions. */
export function bulkEditHandlers(dependencies: Dependencies): SecuredFunction[] {
  const { ofObject, ofCascade } = dependencies;
  const objects = createBulkEdit(dependencies, {
    kind: 'object',
    configurations: ofObject,
    isSameSource: (one, other) =>
      one.workspaceId === other.workspaceId &&
      one.typeId === other.typeId &&
      one.query === other.query,
  });
  const paths = createBulkEdit(dependencies, {
    kind: 'cascade',
    configurations: ofCascade,
    isSameSource: (one, other) => sourceOf(one) === sourceOf(other),
  });
  return [
    secured(readBulkItems, {
      policy: licensedPerson,
      modules: ['workspace-object', 'workspace-cascade'],
      async handle({ offset }, invocation) {
        const ofField = invocation.moduleKey === 'workspace-cascade' ? paths : objects;
        return { items: await ofField.read(invocation, offset) };
      },
    }),
    secured(saveBulkObjects, {
      policy: licensedPerson,
      modules: ['workspace-object'],
      handle: ({ offset, operation, objects: wanted }, invocation) =>
        objects.save(invocation, offset, {
          operation,
          plan: (stored, { cardinality }) =>
            planObjects(stored, {
              operation,
              objects: wanted,
              isMultiple: cardinality === 'many',
            }),
        }),
    }),
    secured(saveBulkPath, {
      policy: licensedPerson,
      modules: ['workspace-cascade'],
      handle({ offset, selections }, invocation) {
        const value = cascadeValueOf(selections);
        if (!value && selections.length > 0) throw new Problem('BAD_REQUEST');
        return paths.save(invocation, offset, {
          operation: value ? 'set' : 'clear',
          plan: (stored) => planPath(stored, value),
        });
      },
    }),
  ];
}

/** What a path is chosen from, without the names of the levels. */
function sourceOf({ workspaceId, levels }: CascadeConfiguration): string {
  return JSON.stringify([
    workspaceId,
    ...levels.map(({ levelId, query, isMultiple }) => [levelId, query, isMultiple]),
  ]);
}
