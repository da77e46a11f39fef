import { maximumAttributes } from '../field-configuration/configured-attributes';

/** What only the object field's configuration screen says. */
export const objectConfigTexts = {
  typeLabel: 'Type',
  typePlaceholder: 'Choose a type',
  noTypes: 'This workspace has no types that you can read.',
  typeGone:
    'The type was deleted, or you can no longer read it. Ask the workspace’s owner for access, or choose another type, which clears the attributes beside the label.',
  notAmongTypes: 'Not one of the types that you can read.',

  queryLabel: 'Query (optional)',
  queryHelp: (example: string) =>
    `Limits what people can pick, for example: ${example}. If it’s empty, the field offers every object of the type.`,
  queryFails: 'The query no longer works. Correct it below, where you see the reason.',

  cardinalityLabel: 'How many objects the field takes',
  one: 'One object',
  many: 'Several objects',
  cardinalityHelp: 'You can change this later: existing values stay as they are.',
  nowOne:
    'Work items that hold several objects keep all of them. Anyone who changes the field there has to reduce them to one.',
  nowMany: 'Existing values stay as they are, and people can add more objects.',

  chooseType: 'Choose a type.',
  typesUnknown:
    'The types of the workspace couldn’t be loaded, so nothing was saved. Fix the problem shown below the workspace, then save again.',
  unchecked:
    'The query couldn’t be checked, so nothing was saved. Fix the problem shown below the query and save again, or save without checking.',
  correctQuery: 'Correct the query, or clear it.',

  /** What a configuration consists of. */
  importParts: {
    version: '1',
    workspaceId: 'the id of a workspace',
    typeId: 'the id of a type',
    query: 'text, which can be empty',
    attributes: `at most ${maximumAttributes}, each with an attributeId and a name`,
    searchedAttributes: `at most ${maximumAttributes}, each with an attributeId and a name; can be left out`,
    cardinality: '"one" or "many"',
    portal: '"nothing", "labels" or "attributes"',
  } as Readonly<Record<string, string>>,
};
