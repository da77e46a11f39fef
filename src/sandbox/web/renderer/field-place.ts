import { createContext } from 'react';
import type { Activity } from '../host/activity';

/** Where an app's field editor renders; decides how it submits. `name` is the field's. */
export type EditorPlace =
  /** Inline on an issue: Enter, blur and a button submit, Escape and a button cancel. */
  | { kind: 'issue-view'; name: string; cancel: () => void }
  /** In a form of the page: blur submits, the form decides about the rest. */
  | { kind: 'form'; name: string; activity: Activity; onChoice: (control: Element) => void };

export const FieldPlaceContext = createContext<EditorPlace | undefined>(undefined);
