import * as z from 'zod/mini';
import { foundObjects, shownObject, typedText } from '../objects/objects-contract';
import { isFilled, onlyIf } from '../objects/stored-value';
import { queryError } from '../query-editor/query-editor-contract';
import { templateLimits } from '../../query';
import { resolverFunction } from '../replies/reply';
import { configuredAttributes } from '../field-configuration/configured-attributes';
import { maximumLevels, allowedSelections, levelId, selections } from './cascade-value';

const levelCheck = z.union([
  z.object({
    kind: z.literal('matches'),
    /** Absent where the query needs what is selected on another level; then no objects either. */
    total: z.optional(z.number()),
    first: z.array(shownObject),
  }),
  queryError,
]);
export type LevelCheck = z.infer<typeof levelCheck>;

/** One result for each level, in their order. */
const cascadeCheck = z.object({ levels: z.array(levelCheck) });

/** What a level would offer, and the query that was sent for it, with labels in the place of ids. */
const cascadePreview = z.object({ ...foundObjects.shape, query: z.string() });

/** A configuration that is being written: its names may break every rule. */
const draftSource = {
  workspaceId: z.guid(),
  levels: z
    .array(
      z.strictObject({
        levelId,
        name: z.string().check(z.maxLength(1_000)),
        query: z.string().check(z.maxLength(templateLimits.maximumLength)),
        isMultiple: z.boolean(),
      }),
    )
    .check(onlyIf(isFilled), z.maxLength(maximumLevels)),
};

export const checkCascade = resolverFunction(
  'cascadeCheck',
  { ...draftSource, attributes: configuredAttributes },
  cascadeCheck,
);

/** What a level of the configuration screen would offer the admin, with its attributes and its query. */
export const previewLevel = resolverFunction(
  'cascadePreview',
  {
    ...draftSource,
    levelId,
    text: typedText,
    selections,
    attributes: configuredAttributes,
    searchedAttributes: configuredAttributes,
  },
  cascadePreview,
);

/** What the levels below a changed one still allow, in the configuration screen. */
export const previewAllowed = resolverFunction(
  'cascadePreviewAllowed',
  { ...draftSource, changedLevelId: levelId, selections },
  allowedSelections,
);
