import * as z from 'zod';
import { JiraError, type JiraCaller } from './platform';

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-permissions/ */
export const permissionGrants = z.object({
  globalPermissions: z.array(z.string()).default([]),
  projectPermissions: z
    .array(
      z.object({
        permission: z.string(),
        projects: z.array(z.number()).default([]),
        issues: z.array(z.number()).default([]),
      }),
    )
    .default([]),
});

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-myself/ */
export const myself = z.object({ emailAddress: z.string().nullish() });

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-projects/ */
export const projectDetails = z.object({ issueTypes: z.array(z.object({ id: z.string() })) });

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-custom-field-configuration--apps-/ */
export const fieldConfigurations = z.object({
  values: z.array(z.object({ configuration: z.unknown().optional() })),
});

interface JiraResponse {
  readonly ok: boolean;
  readonly status: number;
  json(): Promise<unknown>;
}

/** @throws {JiraError} where the status is no success or the body is not of the schema */
export async function readJiraReply<Schema extends z.ZodType>(
  caller: JiraCaller,
  response: JiraResponse,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (!response.ok) {
    throw new JiraError(`Jira answered ${response.status}`, caller, response.status);
  }
  try {
    return schema.parse(await response.json());
  } catch (cause) {
    throw new JiraError('Jira answered in an unexpected shape', caller, response.status, { cause });
  }
}
