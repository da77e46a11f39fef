import * as z from 'zod/mini';

/** Where on the site a field is used, in the two forms that Jira's configuration filter knows. */
export type FieldPlace = WorkTypePlace | { readonly kind: 'issue'; readonly issueId: string };

export interface WorkTypePlace {
  readonly kind: 'workType';
  readonly projectId: string;
  readonly workTypeId: string;
}

/** The fields of an issue that {@link findWorkTypePlace} reads. */
export const placeFields = ['project', 'issuetype'] as const;

const readPlace = z.object({
  project: z.object({ id: z.string() }),
  issuetype: z.object({ id: z.string() }),
});

/** Where an issue is; undefined where its place was not read. */
export function findWorkTypePlace(fields: unknown): WorkTypePlace | undefined {
  const { project, issuetype } = readPlace.safeParse(fields).data ?? {};
  if (!project || !issuetype) return undefined;
  return { kind: 'workType', projectId: project.id, workTypeId: issuetype.id };
}
