import { atATime, exampleIds, madeUpIds } from './words';
import type { Explanation, OperationWords } from './words';

const { type: typeId, attribute: attributeId, object: objectId, user: userId } = exampleIds;
const addressOf = (id: string) =>
  `https://service.example.com/workspace/${exampleIds.workspace}/object/${id}`;
const values = [{ attributeId, values: ['MacBook Pro 14'] }];

/** What is answered where an object would lack a value that it needs. */
export const missingValue = {
  message: '"Name" needs a value.',
  violations: [
    {
      fieldIdentifier: attributeId,
      violationType: 'REQUIRED',
      invalidValue: '',
      domain: 'OBJECT',
    },
  ],
} satisfies Explanation;

/** Objects, their history, and what is left of them after a deletion. */
export const objectWords = {
  getObject: {
    summary: 'Get an object',
    description:
      'The `ETag` of the response names this version of the object. Send it in `If-None-Match` to get a 304 while nothing has changed, or in `If-Match` with a change.',
  },
  createObject: {
    summary: 'Create an object',
    description: `The values of one object can take up to 1 MB together. A value can have up to 32,768 characters, a RICH_TEXT value up to 131,072, and an attribute can have up to 100 values. Text can mention members of the workspace: \`{{@userId:<id>}}\`. ${madeUpIds}`,
    body: { typeId, attributes: values },
    refusal: missingValue,
  },
  updateObject: {
    summary: 'Change an object',
    description: `An empty list of values clears an attribute, and an attribute that you leave out stays as it is. To move the object through a workflow, write the id of the target state. To notice other people’s changes, send the \`ETag\` that you read in \`If-Match\`. The limits of “Create an object” apply. ${madeUpIds}`,
    body: { attributes: values },
    refusal: missingValue,
  },
  changeObjects: {
    summary: 'Create, change and delete many objects',
    description: `Takes up to 200 operations and does them in this order. If one is refused, none is done, and each violation has the \`index\` of its operation. ${madeUpIds}`,
    body: {
      operations: [
        { objectOperationType: 'create', typeId, attributes: values },
        { objectOperationType: 'patch', objectId, attributes: values },
        { objectOperationType: 'delete', objectId },
      ],
    },
    reply: {
      failures: false,
      result: [{ status: 'success', operationAction: 'CREATE', index: 0, objectId }],
    },
  },
  deleteObject: {
    summary: 'Delete an object',
    description:
      'References to it are deleted too. You can restore it for 30 days. To notice other people’s changes, send the `ETag` that you read in `If-Match`.',
  },
  listDeletedObjects: {
    summary: 'List deleted objects',
    description: `Returns the objects that were deleted in the last 30 days and that you can restore, the newest first. With \`typeId\`, only those of one type. ${atATime}`,
    reply: {
      total: 1,
      pageSize: 50,
      isLast: true,
      result: [
        {
          id: objectId,
          typeId,
          label: 'MacBook Pro 14',
          deletedAt: '2026-11-20T12:00:00.000Z',
          deletedBy: { id: userId, name: 'Ann Ödegaard' },
          endsAt: '2026-12-20T12:00:00.000Z',
        },
      ],
    },
  },
  restoreObject: {
    summary: 'Restore a deleted object',
    description:
      'Brings the object back with its id, its values and the references to it. What can’t be put back is in `notRestored`, as far as you can read it: its attribute is gone, or is no longer such a reference (`ATTRIBUTE_GONE`); the option, state, person or file is gone (`VALUE_GONE`); the other object is gone (`OBJECT_GONE`), or deleted too, and restoring that puts the reference back (`OBJECT_DELETED`); the attribute has another value now (`NO_ROOM`). You can’t restore the objects of a deleted type.',
    reply: {
      id: objectId,
      typeId,
      label: 'MacBook Pro 14',
      url: addressOf(objectId),
      attributes: [],
      createdAt: '2026-01-15T09:00:00.000Z',
      updatedAt: '2026-11-20T12:00:00.000Z',
      notRestored: [{ objectId, attributeId, reason: 'OBJECT_GONE' }],
    },
    refusal: {
      message: 'This object isn’t deleted.',
      violations: [
        {
          fieldIdentifier: 'id',
          violationType: 'CONFLICT',
          invalidValue: objectId,
          domain: 'OBJECT',
        },
      ],
    },
  },
  searchObjects: {
    summary: 'Search objects',
    description:
      'Returns the objects that match a query and that you can read, in the order of the query. With `typeId`, only those of one type. A query can have up to 200 conditions and 200,000 characters of text. A response can have up to 8 MB: ask for fewer objects with `limit`, or for fewer attributes with `attributeIds`. With the header `Prefer: thumbnails`, values of MEDIA attributes have a `thumbnailUrl`.',
    body: { query: 'Label ~ "mac" order by Label', limit: 20 },
    refusal: {
      message: `Expected "by", found "Label". To use "order" as a name, put it in double quotes.
Label ~ "mac" order Label
                    ^`,
      position: { offset: 20, line: 1, column: 21 },
    },
  },
  listReferrers: {
    summary: 'List the objects that refer to an object',
    description: `Returns the other objects that refer to it and that you can read, by label, with the attributes by which they do. \`url\` is the page that lists them. A page behind the first 1,000 can be refused because it would take too long. ${atATime}`,
    reply: {
      total: 1,
      pageSize: 50,
      isLast: true,
      result: [
        {
          id: exampleIds.referrer,
          typeId,
          label: 'Lease 2024',
          url: addressOf(exampleIds.referrer),
          attributeIds: [attributeId],
        },
      ],
      url: `${addressOf(objectId)}/referrers`,
    },
  },
  listObjectHistory: {
    summary: 'List what was changed of an object',
    description: `Returns the newest change first, with who made it and the values before and after. A value that refers to something that you can’t read is withheld. Changes are kept for a year unless the service is configured otherwise. ${atATime}`,
  },
} as const satisfies Record<string, OperationWords>;
