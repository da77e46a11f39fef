export const viewTexts = {
  none: 'None',
  loading: 'Loading current details',
  gone: "This object was deleted, or you can't see it",
  savedAs: (label: string) => `saved as ${label}`,
  connectReason: 'Connect your Workspace Data Service account to see current details.',
  damaged: "Part of this field's value can't be read. Saving the field again replaces it.",
};
