import * as z from 'zod/mini';
import { templateLimits } from '../../query';
import { resolverFunction } from '../access/resolver-function';
import { typedText } from '../objects/functions';
import { maximumIdsPerCall } from '../objects/object-id';
import { foundObjects } from '../objects/replies';
import { maximumLabelLength } from '../objects/stored-value';
import { maximumLevels } from './configuration';
import { allowedSelections, cascadeCheck, cascadeFacts, cascadePreview } from './replies';

const levelId = z.guid();

/** What is selected; ids and labels as stored, so of any text. */
const selections = z
  .array(
    z.strictObject({
      levelId,
      objects: z
        .array(
          z.strictObject({
            objectId: z.string().check(z.maxLength(255)),
            label: z.string().check(z.maxLength(maximumLabelLength)),
          }),
        )
        .check(z.maxLength(maximumIdsPerCall)),
    }),
  )
  .check(z.maxLength(maximumLevels));

/** A configuration that is being written: its names may break every rule. */
const draftSource = z.strictObject({
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
    .check(z.minLength(1), z.maxLength(maximumLevels)),
});

export const readCascade = resolverFunction({
  key: 'cascadeField',
  payload: z.strictObject({}),
  reply: cascadeFacts,
});

/** What a level offers, given what is selected on the levels that its query refers to. */
export const searchLevel = resolverFunction({
  key: 'cascadeSearch',
  payload: z.strictObject({ levelId, text: typedText, selections }),
  reply: foundObjects,
});

/** What the levels below a changed one still allow of what is selected there. */
export const findAllowed = resolverFunction({
  key: 'cascadeAllowed',
  payload: z.strictObject({ changedLevelId: levelId, selections }),
  reply: allowedSelections,
});

/** Tries out all queries of the configuration screen. */
export const checkCascade = resolverFunction({
  key: 'cascadeCheck',
  payload: draftSource,
  reply: cascadeCheck,
});

/** What a level of the configuration screen would offer the admin, and its query. */
export const previewLevel = resolverFunction({
  key: 'cascadePreview',
  payload: z.extend(draftSource, { levelId, text: typedText, selections }),
  reply: cascadePreview,
});

/** What the levels below a changed one still allow, in the configuration screen. */
export const previewAllowed = resolverFunction({
  key: 'cascadePreviewAllowed',
  payload: z.extend(draftSource, { changedLevelId: levelId, selections }),
  reply: allowedSelections,
});
