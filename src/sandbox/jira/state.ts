import * as z from 'zod';

const workType = z.object({ id: z.string(), name: z.string(), description: z.string() });
export type WorkType = z.infer<typeof workType>;

const project = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  projectTypeKey: z.enum(['software', 'service_desk']),
  workTypeIds: z.array(z.string()),
  /** Short names of the people who administer the project. */
  administrators: z.array(z.string()),
  /** Short names of the people who see, create and edit its issues, administrators included. */
  members: z.array(z.string()),
  nextNumber: z.number().int(),
});
export type Project = z.infer<typeof project>;

const requestType = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  workTypeId: z.string(),
  /** The custom fields of its form, in their order. */
  fieldIds: z.array(z.string()),
});
export type RequestType = z.infer<typeof requestType>;

const serviceDesk = z.object({
  id: z.string(),
  projectId: z.string(),
  requestTypes: z.array(requestType),
});
export type ServiceDesk = z.infer<typeof serviceDesk>;

export const statusNames = ['To Do', 'In Progress', 'Done'] as const;

const issue = z.object({
  id: z.string(),
  key: z.string(),
  projectId: z.string(),
  workTypeId: z.string(),
  summary: z.string(),
  /** Atlassian Document Format. */
  description: z.record(z.string(), z.unknown()).nullable(),
  status: z.enum(statusNames),
  reporterId: z.string(),
  assigneeId: z.string().nullable(),
  created: z.string(),
  updated: z.string(),
  /** Custom field values by field id; a field without value is absent. */
  values: z.record(z.string(), z.unknown()),
  /** Absent if the issue was not raised on a portal. */
  request: z.object({ typeId: z.string() }).optional(),
});
export type Issue = z.infer<typeof issue>;

const fieldContext = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** None: the context is global. */
  projectIds: z.array(z.string()),
  /** None: any work type. */
  workTypeIds: z.array(z.string()),
  /** The id of its configuration, which is not the id of the context. */
  configurationId: z.string(),
  /** Absent until it is saved for the first time. */
  configuration: z.unknown().optional(),
});
export type FieldContext = z.infer<typeof fieldContext>;

const customField = z.object({
  id: z.string().regex(/^customfield_\d+$/),
  name: z.string(),
  description: z.string(),
  /** Key of the app's field type. */
  typeKey: z.string(),
  contexts: z.array(fieldContext),
});
export type CustomField = z.infer<typeof customField>;

const profile = z.object({
  /** As the platform names it: `en-US`. */
  locale: z.string(),
  /** `Europe/Stockholm`. */
  timeZone: z.string(),
});
export type Profile = z.infer<typeof profile>;

/** The version goes up with the shape, and with what the demo holds. */
export const jiraState = z.object({
  version: z.literal(4),
  workTypes: z.array(workType),
  projects: z.array(project),
  serviceDesks: z.array(serviceDesk),
  issues: z.array(issue),
  fields: z.array(customField),
  /** Language and time zone by account id, of people who chose any. */
  profiles: z.record(z.string(), profile),
  /** Source of all numeric ids that are given out. */
  nextId: z.number().int(),
});
/** Everything that Jira remembers of its projects, issues, fields and people. */
export type JiraState = z.infer<typeof jiraState>;

type StatusName = (typeof statusNames)[number];

export const statusCategories = {
  'To Do': { id: 2, key: 'new', name: 'To Do', colorName: 'blue-gray' },
  'In Progress': { id: 4, key: 'indeterminate', name: 'In Progress', colorName: 'yellow' },
  Done: { id: 3, key: 'done', name: 'Done', colorName: 'green' },
} as const;

export interface Transition {
  id: string;
  name: string;
  to: StatusName;
  /** Asks for the issue's custom fields on the way. */
  hasScreen: boolean;
}

/** The workflow of every project: from each status to each other. */
const transitions: readonly Transition[] = [
  { id: '11', name: 'To Do', to: 'To Do', hasScreen: false },
  { id: '21', name: 'In Progress', to: 'In Progress', hasScreen: false },
  { id: '31', name: 'Done', to: 'Done', hasScreen: true },
];

export function transitionsFrom(status: StatusName): readonly Transition[] {
  return transitions.filter(({ to }) => to !== status);
}
