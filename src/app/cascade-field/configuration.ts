import * as z from 'zod/mini';
import { templateLimits } from '../../query';
import { configuredAttributes } from '../field-configuration/configured-attributes';
import { portalUse } from '../portal/portal-contract';
import { maximumLevelNameLength, maximumLevels } from './level-limits';
import { findLevelNameFault } from './level-name';

const level = z.object({
  /** Made once and kept through every rename: stored values name levels by it. */
  levelId: z.guid(),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(maximumLevelNameLength)),
  /** A template of the query language, which may refer to earlier levels. */
  query: z.string().check(z.maxLength(templateLimits.maximumLength)),
  isMultiple: z.boolean(),
});
export type CascadeLevel = z.infer<typeof level>;

/** The first level first; what is selected on the last one is what the field holds. */
export const levels = z
  .array(level)
  .check(z.minLength(1), z.maxLength(maximumLevels), onlyIf(haveUsableNames), onlyIf(haveOwnIds));

/** What an admin chose for one context of the field; stored by Jira with that context. */
export const cascadeConfiguration = z.object({
  version: z.literal(1),
  /** The source of all levels. */
  workspaceId: z.guid(),
  levels,
  /** Shown with every object that has them. Absent in configurations of earlier versions. */
  attributes: z.optional(configuredAttributes),
  /** The pickers search them beside the label. Absent in configurations of earlier versions. */
  searchedAttributes: z.optional(configuredAttributes),
  /** Absent in configurations of earlier versions. */
  portal: z.optional(portalUse),
});
export type CascadeConfiguration = z.infer<typeof cascadeConfiguration>;
/** What decides which objects the levels offer. */
export type CascadeSource = Pick<CascadeConfiguration, 'workspaceId' | 'levels'>;

/** In place of `z.refine`, which brings 0.6 kB to the field's configuration. */
function onlyIf(holds: (checked: readonly CascadeLevel[]) => boolean) {
  return ({ value, issues }: z.core.ParsePayload<CascadeLevel[]>) => {
    if (!holds(value)) issues.push({ code: 'custom', input: value });
  };
}

function haveUsableNames(checked: readonly CascadeLevel[]): boolean {
  const names = checked.map(({ name }) => name);
  return names.every(
    (name, index) => findLevelNameFault(name, names.slice(0, index)) === undefined,
  );
}

function haveOwnIds(checked: readonly CascadeLevel[]): boolean {
  return new Set(checked.map(({ levelId }) => levelId)).size === checked.length;
}
