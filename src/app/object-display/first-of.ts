import { isolated } from './isolated';

/** As many as one recognizes a choice by. */
const namedLabels = 3;

/** The first few labels, and how many more there are, for a place in a sentence. */
export function firstOf(labels: readonly string[]): string {
  const named = labels.slice(0, namedLabels).map(isolated).join(', ');
  const others = labels.length - namedLabels;
  return others > 0 ? `${named} +${others}` : named;
}
