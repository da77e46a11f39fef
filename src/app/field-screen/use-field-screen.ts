import { requestJira } from '@forge/bridge';
import { Spinner, useProductContext } from '@forge/react';
import { createElement, useMemo, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { createFormats, type Formats } from '../object-display/formats';
import { FormatsProvider } from '../object-display/use-formats';
import { chunksOf } from '../objects/chunks';
import { maximumIdsPerCall, viewObjects, type ShownObject } from '../objects/objects-contract';
import { isObjectId } from '../objects/stored-value';
import type { Reply } from '../replies/reply';
import { callResolver } from '../screen/call-resolver';

const extension = z.object({
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
  /** How the person reads numbers and times. */
  readonly formats: Formats;
}

/** Said while an editor loads what the field is like. */
export const loadingField = 'Loading the field';

/**
 * Said of a value that this version of the app can't read.
 * @param isPart whether the rest of the value can be read
 */
export function damagedText(isPart: boolean): string {
  const [subject, consequence] = isPart
    ? ['Part of this', 'removes that part']
    : ['This', 'replaces it'];
  return `${subject} field’s value can’t be read. Saving a change ${consequence}.`;
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
      formats: createFormats(context.locale, context.timezone),
    };
  }, [context]);
}

interface WithFieldScreenProps {
  readonly loadingText: string;
  readonly children: (screen: FieldScreen) => ReactNode;
}

/** Draws a screen of a field once the host has said where it is. */
export function WithFieldScreen({ loadingText, children }: WithFieldScreenProps) {
  const screen = useFieldScreen();
  if (!screen) return createElement(Spinner, { size: 'small', label: loadingText });
  return createElement(FormatsProvider, { value: screen.formats }, children(screen));
}

/** What Jira stores in the field now, unchecked. Undefined where Jira does not say. */
export async function readFieldValue(place: FieldScreen['place']): Promise<unknown> {
  if (!place) return undefined;
  const { issueId, fieldId } = place;
  try {
    const path = `/rest/api/3/issue/${encodeURIComponent(issueId)}?fields=${encodeURIComponent(fieldId)}`;
    const response = await requestJira(path);
    const issue = z.object({ fields: z.object({ [fieldId]: z.unknown() }) });
    const { data } = issue.safeParse(response.ok ? await response.json() : undefined);
    return data?.fields[fieldId];
  } catch {
    // Saving continues with what the editor knows.
    return undefined;
  }
}

/**
 * What the service says now of stored objects that the person may see, in no particular order. An
 * odd id can be no object, so it is not asked for and keeps nothing from the others.
 */
export async function loadShownObjects(
  stored: readonly { readonly objectId: string }[],
): Promise<Reply<{ objects: readonly ShownObject[] }>> {
  const objectIds = stored.map(({ objectId }) => objectId).filter(isObjectId);
  const chunks = chunksOf(objectIds, maximumIdsPerCall);
  const replies = await Promise.all(
    chunks.map((chunk) => callResolver(viewObjects, { objectIds: chunk })),
  );
  const objects: ShownObject[] = [];
  for (const reply of replies) {
    if (reply.kind !== 'ok') return reply;
    objects.push(...reply.value.objects);
  }
  return { kind: 'ok', value: { objects } };
}
