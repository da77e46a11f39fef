import type { ObjectOperation, ObjectOperationResult } from '../../../api/object';
import type { Violation } from '../../../api/error-body';
import type { Queryable } from '../../base/database';
import type { WorkspaceView } from '../permissions/workspace-view';
import { Refusal, invalid } from '../../base/refusals/refusal';
import { removeObject, storeChange, storeNewObject } from './objects';
import type { ObjectDependencies } from './objects';

interface Changed {
  failures: false;
  result: ObjectOperationResult[];
}

interface Refused {
  readonly index: number;
  readonly operation: ObjectOperation;
  readonly refusal: Refusal;
}

/**
 * Does all the operations of a call in their order, or none.
 * @throws Refusal 400 with violations, which carry the index of their operation
 */
export function changeObjects(
  { database, clock }: ObjectDependencies,
  view: WorkspaceView,
  operations: readonly ObjectOperation[],
): Promise<Changed> {
  const now = clock();
  return database.transaction(async (transaction) => {
    const result: ObjectOperationResult[] = [];
    const refused: Refused[] = [];
    for (const [index, operation] of operations.entries()) {
      try {
        result.push({
          status: 'success',
          index,
          ...(await change(transaction, view, operation, now)),
        });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refused.push({ index, operation, refusal: error });
      }
    }
    if (refused.length > 0) throw refuseAll(refused);
    return { failures: false, result };
  });
}

async function change(
  transaction: Queryable,
  view: WorkspaceView,
  operation: ObjectOperation,
  now: Date,
): Promise<Pick<ObjectOperationResult, 'operationAction' | 'objectId'>> {
  if (operation.objectOperationType === 'create') {
    const objectId = await storeNewObject(transaction, view, operation, now);
    return { operationAction: 'CREATE', objectId };
  }
  const objectId = operation.objectId.toLowerCase();
  if (operation.objectOperationType === 'patch') {
    await storeChange(transaction, view, objectId, operation, now);
    return { operationAction: 'PATCH', objectId };
  }
  await removeObject(transaction, view, objectId);
  return { operationAction: 'DELETE', objectId };
}

/** What isn't there is refused by a violation as well: one call is answered with one status. */
function refuseAll(refused: readonly Refused[]): Refusal {
  const [first] = refused;
  const message = `Nothing was changed. Operation ${first?.index ?? 0}: ${first?.refusal.message ?? ''}`;
  return invalid(
    message,
    refused.flatMap(({ index, operation, refusal }) =>
      (refusal.detail.violations ?? [notFoundViolation(operation)]).map((violation) => ({
        ...violation,
        index,
      })),
    ),
  );
}

function notFoundViolation(operation: ObjectOperation): Violation {
  const [fieldIdentifier, invalidValue] =
    operation.objectOperationType === 'create'
      ? ['typeId', operation.typeId]
      : ['objectId', operation.objectId];
  return { fieldIdentifier, violationType: 'NOT_FOUND', invalidValue, domain: 'OBJECT' };
}
