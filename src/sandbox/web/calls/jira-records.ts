import * as z from 'zod';

const named = { id: z.string(), name: z.string() };

export const workTypeSchema = z.object(named);
export const projectSchema = z.object({ ...named, key: z.string() });
export const projectDetailsSchema = projectSchema.extend({ issueTypes: z.array(workTypeSchema) });

const statusSchema = z.object({
  name: z.string(),
  statusCategory: z.object({ key: z.string() }).optional(),
});

const fieldSchemaSchema = z.object({
  type: z.string(),
  custom: z.string().optional(),
  customId: z.number().optional(),
});

export const issueSchema = z.object({
  id: z.string(),
  key: z.string(),
  fields: z.looseObject({
    summary: z.string(),
    status: statusSchema,
    issuetype: workTypeSchema,
    project: projectSchema,
    description: z.unknown().optional(),
    reporter: z.object({ displayName: z.string() }).nullish(),
    created: z.string().nullish(),
    updated: z.string().nullish(),
  }),
  names: z.record(z.string(), z.string()).default({}),
  schema: z.record(z.string(), fieldSchemaSchema).default({}),
});

export const screenFieldSchema = z.object({
  fieldId: z.string(),
  name: z.string(),
  required: z.boolean(),
  schema: fieldSchemaSchema,
});

export const transitionSchema = z.object({
  ...named,
  to: statusSchema,
  hasScreen: z.boolean(),
  fields: z.record(z.string(), screenFieldSchema).default({}),
});

export const changeSchema = z.object({
  id: z.string(),
  author: z.object({ displayName: z.string() }),
  created: z.string(),
  items: z.array(
    z.object({
      field: z.string(),
      fieldId: z.string(),
      fromString: z.string().nullable(),
      toString: z.string().nullable(),
    }),
  ),
});

export const fieldSchema = z.object({
  ...named,
  custom: z.boolean().default(false),
  description: z.string().optional(),
  schema: fieldSchemaSchema.optional(),
});

export const fieldContextSchema = z.object({
  ...named,
  description: z.string().default(''),
  isGlobalContext: z.boolean().default(false),
  isAnyIssueType: z.boolean().default(false),
});

export const projectMappingSchema = z.object({
  contextId: z.string(),
  projectId: z.string().optional(),
});

export const workTypeMappingSchema = z.object({
  contextId: z.string(),
  issueTypeId: z.string().optional(),
});

export const contextConfigurationSchema = z.object({
  id: z.string(),
  fieldContextId: z.string(),
  configuration: z.unknown().optional(),
});

export type WorkTypeRecord = z.infer<typeof workTypeSchema>;
export type ProjectRecord = z.infer<typeof projectSchema>;
export type ProjectDetails = z.infer<typeof projectDetailsSchema>;
export type Status = z.infer<typeof statusSchema>;
export type IssueRecord = z.infer<typeof issueSchema>;
export type ScreenField = z.infer<typeof screenFieldSchema>;
export type TransitionRecord = z.infer<typeof transitionSchema>;
export type Change = z.infer<typeof changeSchema>;
export type ChangedField = Change['items'][number];
export type Field = z.infer<typeof fieldSchema>;
export type FieldContextRecord = z.infer<typeof fieldContextSchema>;
export type ContextConfiguration = z.infer<typeof contextConfigurationSchema>;
