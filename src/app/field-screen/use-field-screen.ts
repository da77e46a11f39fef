import { useProductContext } from '@forge/react';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { createFormats, type Formats } from '../object-display/formats';
import type { ConnectPlace } from '../screen/use-connect-turn';

const extension = z.object({
  entryPoint: z.optional(z.nullable(z.string())),
  fieldId: z.optional(z.nullable(z.string())),
  issue: z.optional(z.nullable(z.object({ id: z.optional(z.nullable(z.string())) }))),
  issues: z.optional(z.nullable(z.array(z.unknown()))),
  fieldValue: z.optional(z.unknown()),
  renderContext: z.optional(z.nullable(z.string())),
  experience: z.optional(z.nullable(z.string())),
  project: z.optional(z.nullable(z.object({ type: z.optional(z.nullable(z.string())) }))),
  configuration: z.optional(z.unknown()),
});

export interface FieldScreen {
  /** Absent outside of an issue, and where the host does not say. */
  readonly place: { readonly issueId: string; readonly fieldId: string } | undefined;
  /** As Jira stores it, unchecked. */
  readonly fieldValue: unknown;
  /** How many work items a bulk edit is about; 0 anywhere else. */
  readonly issueCount: number;
  /** `issue-view`, `issue-create`, `portal-request`, or another one that this app may not know. */
  readonly renderContext: string;
  /** On a page of the service portal, where other functions of the resolver answer. */
  readonly isOnPortal: boolean;
  /** On a work item that may be a customer's request. */
  readonly isInServiceProject: boolean;
  /** As Jira stores it, unchecked; only the configuration screen can count on it. */
  readonly configuration: unknown;
  /** With the fields beside it; an editor goes before those that are only shown. */
  readonly connectPlace: ConnectPlace;
  /** How the person reads numbers and times. */
  readonly formats: Formats;
}

/** What the host tells the screen; undefined until it has. */
export function useFieldScreen(): FieldScreen | undefined {
  const context = useProductContext();
  return useMemo(() => {
    if (!context) return undefined;
    const { fieldId, issue, issues, project, fieldValue, configuration, ...page } =
      extension.safeParse(context.extension).data ?? {};
    const renderContext = page.renderContext ?? page.experience ?? '';
    return {
      place: fieldId && issue?.id ? { fieldId, issueId: issue.id } : undefined,
      fieldValue,
      issueCount: issues?.length ?? 0,
      renderContext,
      isOnPortal: renderContext.startsWith('portal'),
      isInServiceProject: project?.type === 'service_desk',
      configuration,
      connectPlace: {
        page: `${renderContext} ${issue?.id ?? ''}`,
        rank: `${page.entryPoint === 'edit' ? 0 : 1} ${fieldId ?? ''}`,
      },
      formats: createFormats(context.locale, context.timezone),
    };
  }, [context]);
}
