import * as z from 'zod/mini';
import { resolverFunction } from '../replies/reply';

/** The workspaces that an admin may choose from, by name. */
export const workspaces = z.object({
  workspaces: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type WorkspaceChoice = z.infer<typeof workspaces>['workspaces'][number];

const attributeChoice = z.object({
  id: z.string(),
  name: z.string(),
  attributeTypeCode: z.string(),
  /** True for the one attribute that is the object's label. */
  isLabel: z.boolean(),
});

export type AttributeChoice = z.infer<typeof attributeChoice>;

/** The types of a workspace that an admin may read, by name, each with its attributes in order. */
export const types = z.object({
  types: z.array(
    z.object({ id: z.string(), name: z.string(), attributes: z.array(attributeChoice) }),
  ),
});
export type TypeChoice = z.infer<typeof types>['types'][number];

/** In the order of each type. */
const attributeChoices = z.object({ attributes: z.array(attributeChoice) });

/** The names of an attribute's options or of its workflow's states, in their order, each once. */
export const optionNames = z.object({ names: z.array(z.string()) });

export const issueCount = z.object({ count: z.number() });

export const portalReadiness = z.object({ hasToken: z.boolean() });

/** What the configuration screens of both fields ask. */
export const listWorkspaces = resolverFunction('workspaces', {}, workspaces);

export const listTypes = resolverFunction('types', { workspaceId: z.guid() }, types);

/** As many attributes of one name as are asked about at once. */
export const maximumAttributesAsked = 10;
/** As many names as a path has after the first one. */
const maximumSteps = 4;
const attributeIds = z.array(z.guid()).check(z.maxLength(maximumAttributesAsked));

/** What the attributes of one name take, for a query that compares it. */
export const listOptionNames = resolverFunction(
  'optionNames',
  { workspaceId: z.guid(), attributeIds },
  optionNames,
);

/** What the objects have that references of one name lead to, or a path of names that begins there. */
export const listAttributesBehind = resolverFunction(
  'attributesBehind',
  {
    workspaceId: z.guid(),
    attributeIds,
    steps: z.array(z.string()).check(z.maxLength(maximumSteps)),
  },
  attributeChoices,
);

export const countIssues = resolverFunction('issueCount', {}, issueCount);

export const readPortalReadiness = resolverFunction('portalReadiness', {}, portalReadiness);
