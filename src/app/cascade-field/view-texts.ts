export const viewTexts = {
  none: 'None',
  loading: 'Loading current details',
  connectReason: 'Connect your Workspace Data Service account to see current details.',
  damaged: "Part of this field's value can't be read. Saving the field again replaces it.",
};
