import type { DemoAccount } from './accounts';
import { demoAccounts } from './accounts';
import { listInventory } from './inventory';
import { attributeId, demoWorkspaces, objectId, typeId, workspaceId } from './schema';
import type { DemoType, DemoWorkspace } from './schema';

/** What scripts and other demo data need to know of the demo: names and ids, never changing. */
export interface DemoFacts {
  readonly accounts: readonly DemoAccount[];
  /** By name. */
  readonly workspaces: Readonly<Record<string, DemoWorkspaceFacts>>;
  /** Every object of `IT`. */
  readonly objects: readonly DemoObjectFacts[];
}

export interface DemoWorkspaceFacts {
  readonly id: string;
  /** By name. */
  readonly types: Readonly<Record<string, DemoTypeFacts>>;
}

export interface DemoTypeFacts {
  readonly id: string;
  /** Ids by name. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface DemoObjectFacts {
  readonly id: string;
  readonly workspace: string;
  readonly type: string;
  /** `LT-0001`, `C-001`, or the name of a person or location. */
  readonly key: string;
  readonly label: string;
}

export function describeDemo(): DemoFacts {
  return {
    accounts: demoAccounts,
    workspaces: Object.fromEntries(
      demoWorkspaces.map((workspace) => [workspace.name, describeWorkspace(workspace)]),
    ),
    objects: listInventory(new Date(0)).map(({ workspace, type, key, values }) => ({
      id: objectId(workspace, type, key),
      workspace,
      type,
      key,
      label: [values.Name].flat()[0] ?? '',
    })),
  };
}

function describeWorkspace({ name, types }: DemoWorkspace): DemoWorkspaceFacts {
  return {
    id: workspaceId(name),
    types: Object.fromEntries(types.map((type) => [type.name, describeType(name, type)])),
  };
}

function describeType(workspace: string, { name, attributes }: DemoType): DemoTypeFacts {
  return {
    id: typeId(workspace, name),
    attributes: Object.fromEntries(
      attributes.map((attribute) => [attribute.name, attributeId(workspace, name, attribute.name)]),
    ),
  };
}
