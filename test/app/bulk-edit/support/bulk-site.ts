import { createClient } from '../../../../src/api/client';
import { findInvocation } from '../../../../src/app/access/invocation';
import { Problem } from '../../../../src/app/replies/problem';
import { createBulkEdit, planObjects } from '../../../../src/app/bulk-edit/bulk-edit-handlers';
import { findLabelSources } from '../../../../src/app/label-upkeep/label-book';
import type { BulkOperation } from '../../../../src/app/bulk-screen/bulk-edit-contract';
import { EditProof } from '../../../../src/app/platform/proofs';
import type { Platform } from '../../../../src/app/platform/platform';
import { isTaken, writeInParts } from '../../../../src/app/platform/write-values';
import { goodToken, workspaceId } from '../../refresh/support/memory-service';
import {
  assetId,
  configurationOf,
  MemorySite,
  placeIn,
  valueOf,
} from '../../refresh/support/memory-site';

type Configuration = ReturnType<typeof configurationOf>;

export const held = (indices: readonly number[], label = 'Old') =>
  indices.length === 0 ? null : valueOf(indices.map((index) => [index, label]));

/** A site in memory whose work items are edited in bulk by one person. */
export class BulkSite extends MemorySite {
  /** Ids of issues that the person may see and not edit, and that they may not see. */
  readonly readOnly = new Set<string>();
  readonly hidden = new Set<string>();
  /** Ids of issues whose edit screen doesn't show the field. */
  readonly offScreen = new Set<string>();
  mayChangeInBulk = true;
  /** Of the field in a project; none in a project that is not here. */
  readonly configurations = new Map<string, Configuration>([['1', configurationOf(workspaceId)]]);

  readonly #seen = (ids: readonly string[]) => ids.filter((id) => !this.hidden.has(id));
  readonly #asPerson = {
    readEditable: async (ids: readonly string[], fieldId: string, fields: readonly string[]) => {
      const issues = await this.jira.readIssues(this.#seen(ids), fields);
      const screens = issues.map(({ id: issueId }) => ({
        issueId,
        fieldIds: this.offScreen.has(issueId) ? ['summary'] : ['summary', fieldId],
      }));
      const editable = issues
        .filter(({ id }) => !this.readOnly.has(id))
        .map(({ id }) => Number(id));
      const granted = { permission: 'EDIT_ISSUES', projects: [], issues: editable };
      const globalPermissions = this.mayChangeInBulk ? ['BULK_CHANGE'] : [];
      const grants = { globalPermissions, projectPermissions: [granted] };
      return { issues, proof: EditProof.of(fieldId, grants, screens) };
    },
    readIssues: (ids: readonly string[], fields: readonly string[]) =>
      this.jira.readIssues(this.#seen(ids), fields),
  };
  readonly #asApp: Pick<Platform['asApp'], 'writeFieldValues'> = {
    writeFieldValues: async (proof, fieldId, updates) => {
      if (!updates.every(({ issueId }) => proof.covers(issueId, fieldId)))
        throw new Error('Not covered');
      const refused = await writeInParts(updates, (part) => {
        const written = part.map(({ issueId, value }) => ({ issueIds: [Number(issueId)], value }));
        return isTaken(this.jira.writeFieldValues(fieldId, written));
      });
      return refused.map(({ issueId }) => issueId);
    },
  };
  readonly edit = createBulkEdit<Configuration>(
    {
      client: createClient({ transport: this.service.transportFor(goodToken) }),
      platform: {
        asPerson: this.#asPerson as unknown as Platform['asPerson'],
        asApp: this.#asApp as Platform['asApp'],
      },
    },
    {
      kind: 'object',
      configurations: {
        get: () => {
          const found = this.configurations.get(this.#projectOf(this.jira.issues[0]?.id));
          return found ? Promise.resolve(found) : Promise.reject(new Problem('NOT_CONFIGURED'));
        },
        findAt: (_, projectId) => Promise.resolve(this.configurations.get(projectId)),
      },
      labelSourcesOf: (configuration) => {
        const sources = findLabelSources('object', configuration);
        if (!sources) throw new Problem('CONFIGURATION_UNREADABLE');
        return sources;
      },
      isSingle: ({ cardinality }) => cardinality === 'one',
      isSameSource: (one, other) => one.workspaceId === other.workspaceId,
    },
  );

  add(value: object | null, projectId = '1'): string {
    return this.addIssue({ ...placeIn(projectId), [assetId]: value });
  }

  invocation() {
    const issues = this.jira.issues.map(({ id }) => ({ id }));
    const person = { accountId: 'ada', accountType: 'licensed', moduleKey: 'workspace-object' };
    const invocation = findInvocation({ ...person, extension: { fieldId: assetId, issues } });
    if (!invocation) throw new Error('The context is of no known shape');
    return invocation;
  }

  save(operation: BulkOperation, indices: readonly number[], offset = 0) {
    const objects = held(indices, 'Picked')?.objects ?? [];
    return this.edit.save(this.invocation(), offset, {
      operation,
      plan: (stored, { cardinality }) =>
        planObjects(stored, { operation, objects, isMultiple: cardinality === 'many' }),
    });
  }

  read(offset = 0) {
    return this.edit.read(this.invocation(), offset);
  }

  /** The numbers of the objects that an issue holds, and whether their labels are those of now. */
  stored(id: string): { indices: number[]; labels: string[] } {
    const value = this.jira.issues.find((issue) => issue.id === id)?.fields[assetId] as ReturnType<
      typeof held
    >;
    return {
      indices: (value?.objects ?? []).map((object) => Number(object.objectId.slice(-12))),
      labels: [...(value?.labels ?? [])],
    };
  }

  #projectOf(id: string | undefined): string {
    const issue = this.jira.issues.find((one) => one.id === id)!;
    return (issue.fields['project'] as { id: string }).id;
  }
}
