import type { statusNames } from './state';

type StatusName = (typeof statusNames)[number];

export const statusCategories = {
  'To Do': { id: 2, key: 'new', name: 'To Do', colorName: 'blue-gray' },
  'In Progress': { id: 4, key: 'indeterminate', name: 'In Progress', colorName: 'yellow' },
  Done: { id: 3, key: 'done', name: 'Done', colorName: 'green' },
} as const;

export interface Transition {
  id: string;
  name: string;
  to: StatusName;
  /** Asks for the custom fields on the way. */
  hasScreen: boolean;
}

/** The workflow of every project: from each status to each other. */
const transitions: readonly Transition[] = [
  { id: '11', name: 'To Do', to: 'To Do', hasScreen: false },
  { id: '21', name: 'In Progress', to: 'In Progress', hasScreen: false },
  { id: '31', name: 'Done', to: 'Done', hasScreen: true },
];

export function transitionsFrom(status: StatusName): readonly Transition[] {
  return transitions.filter(({ to }) => to !== status);
}
