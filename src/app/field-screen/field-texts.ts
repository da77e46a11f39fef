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
