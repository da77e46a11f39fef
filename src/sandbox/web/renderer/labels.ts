import { createContext, useContext } from 'react';
import type { ForgeNode } from '../host/forge-document';
import { FieldPlaceContext } from './field-place';

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
