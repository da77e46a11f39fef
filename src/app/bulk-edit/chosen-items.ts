import type { FieldConfigurations } from '../access/find-configuration';
import type { Invocation } from '../access/invocation';
import { Problem } from '../replies/problem';
import { itemsPerCall, type LeftOutReason } from '../bulk-screen/bulk-edit-contract';
import type { EditProof } from '../platform/edit-proof';
import { findWorkTypePlace, placeFields } from '../platform/field-place';
import type { JiraAsPerson } from '../platform/platform';
import type { FoundIssue, OwnField } from '../platform/app-jira';

/** What a bulk edit has to know of one of the app's field types. */
export interface BulkField<Configuration extends { readonly workspaceId: string }> {
  readonly kind: OwnField['kind'];
  readonly configurations: FieldConfigurations<Configuration>;
  /** Whether both offer objects of the same source, so that what fits one fits the other. */
  readonly isSameSource: (one: Configuration, other: Configuration) => boolean;
}

/** One of the chosen work items. */
export interface ChosenItem<Configuration> {
  readonly issueId: string;
  /** As it is stored now; undefined where the person may not see it. */
  readonly issue: FoundIssue | undefined;
  /** Why it can't be changed; undefined where it can, and `configuration` is there. */
  readonly reason: LeftOutReason | undefined;
  /** Also present if the field offers objects of another source there. */
  readonly configuration: Configuration | undefined;
}

interface ChosenPart<Configuration> {
  readonly items: readonly ChosenItem<Configuration>[];
  readonly fieldId: string;
  readonly proof: EditProof;
  /** Of the first of all chosen work items: it decides what the field offers. */
  readonly configuration: Configuration;
}

/**
 * A part of the chosen work items, at most 100, with what this person may do with each.
 * @throws {Problem} or JiraError
 */
export async function chooseItems<Configuration extends { readonly workspaceId: string }>(
  asPerson: Pick<JiraAsPerson, 'readEditable'>,
  { configurations, isSameSource }: BulkField<Configuration>,
  { invocation, offset }: { readonly invocation: Invocation; readonly offset: number },
): Promise<ChosenPart<Configuration>> {
  const { issues = [], fieldId } = invocation.extension;
  const chosen = issues.slice(offset, offset + itemsPerCall).map(({ id }) => id);
  const isPart = Number.isInteger(offset) && offset >= 0;
  if (fieldId === undefined || !isPart || chosen.length === 0) throw new Problem('BAD_REQUEST');
  const ids = [...new Set(chosen)];
  const [configuration, { issues: read, proof }] = await Promise.all([
    configurations.get(invocation),
    asPerson.readEditable(ids, fieldId, [fieldId, ...placeFields]),
  ]);
  if (!proof) throw new Problem('NOT_ALLOWED');
  const items: ChosenItem<Configuration>[] = [];
  for (const issueId of ids) {
    const issue = read.find(({ id }) => id === issueId);
    const place = findWorkTypePlace(issue?.fields);
    const own =
      place && (await configurations.findAt(invocation, place.projectId, place.workTypeId));
    items.push({ issueId, issue, reason: reasonOf(issue, proof, own), configuration: own });
  }
  return { items, fieldId, proof, configuration };

  function reasonOf(
    issue: FoundIssue | undefined,
    proof: EditProof,
    own: Configuration | undefined,
  ): LeftOutReason | undefined {
    if (!issue) return 'hidden';
    const obstacle = proof.findObstacle(issue.id);
    if (obstacle) return obstacle;
    if (!own) return 'notConfigured';
    return isSameSource(own, configuration) ? undefined : 'otherSource';
  }
}
