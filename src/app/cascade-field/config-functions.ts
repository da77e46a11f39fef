import * as z from 'zod/mini';
import { templateLimits } from '../../query';
import { resolverFunction } from '../access/resolver-function';
import { configuredAttributes } from '../field-configuration/configured-attributes';
import { typedText } from '../objects/objects-contract';
import { cascadeCheck, cascadePreview } from './config-replies';
import { maximumLevels } from './level-limits';
import { allowedSelections } from './allowed-selections';
import { levelId, selections } from './selections-payload';

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

/** Tries out all queries of the configuration screen. */
export const checkCascade = resolverFunction({
  key: 'cascadeCheck',
  payload: draftSource,
  reply: cascadeCheck,
});

/** What a level of the configuration screen would offer the admin, with its attributes and its query. */
export const previewLevel = resolverFunction({
  key: 'cascadePreview',
  payload: z.extend(draftSource, {
    levelId,
    text: typedText,
    selections,
    attributes: configuredAttributes,
    searchedAttributes: configuredAttributes,
  }),
  reply: cascadePreview,
});

/** What the levels below a changed one still allow, in the configuration screen. */
export const previewAllowed = resolverFunction({
  key: 'cascadePreviewAllowed',
  payload: z.extend(draftSource, { changedLevelId: levelId, selections }),
  reply: allowedSelections,
});
