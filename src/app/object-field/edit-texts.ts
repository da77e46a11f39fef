export const objectEditTexts = {
  loading: 'Loading the field',
  overOne: (surplus: number) =>
    `This field now takes one object. Remove ${surplus} to save your change.`,
  overMaximum: (maximum: number, surplus: number) =>
    `This field takes up to ${maximum} objects. Remove ${surplus} to save your change.`,
  damaged:
    'Part of this field’s value can’t be read. It stays as it is unless you change the field.',
  heldBy: 'Held by',
  alsoSavedAs: 'Also saved as',
  nothingHeld: 'These work items hold no objects that can be removed.',
};
