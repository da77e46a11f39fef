import { createContext, useContext } from 'react';
import type { Activity } from '../host/activity';
import type { ForgeNode } from '../host/forge-document';

/** Where an app's field editor renders; decides how it submits. `name` is the field's. */
export type EditorPlace =
  /** Inline on an issue: Enter, blur and a button submit, Escape and a button cancel. */
  | { kind: 'issue-view'; name: string; cancel: () => void }
  /** In a form of the page: blur submits, the form decides about the rest. */
  | { kind: 'form'; name: string; activity: Activity; onChoice: (control: Element) => void };

export const FieldPlaceContext = createContext<EditorPlace | undefined>(undefined);

/** The ids of inputs that a Label of the same document names. */
export const LabelledIdsContext = createContext<ReadonlySet<unknown>>(new Set());

export function labelledIds(node: ForgeNode): Set<unknown> {
  const own = node.type === 'Label' ? [node.props.labelFor] : [];
  return new Set([...own, ...node.children.flatMap((child) => [...labelledIds(child)])]);
}

/** The field's name for an input of a field editor that the app gave no label. */
export function useFallbackLabel(inputId: string | undefined): string | undefined {
  const place = useContext(FieldPlaceContext);
  const labelled = useContext(LabelledIdsContext);
  return labelled.has(inputId) ? undefined : place?.name;
}
