/** What the page says around its sections. */
export const adminPageTexts = {
  loading: 'Loading the state of the app',
  connectReason: 'Connect your Workspace Data Service account to see this.',
  // Short, since all five stand side by side on a phone too.
  queriesTab: 'Queries',
  tokenTab: 'Token',
  healthTab: 'Health',
  valuesTab: 'Values',
  siteCheckTab: 'Site',
  customFields: 'Custom fields',
  contextsOf: (fieldName: string) => `Contexts of ${fieldName}`,
  screensOf: (fieldName: string) => `Screens of ${fieldName}`,

  tokenEnded: 'The access token has expired',
  tokenEndedAbout:
    'Stored queries are no longer refreshed, and new queries wait. Replace the token.',
  tokenEndsSoon: (when: string) => `The access token expires ${when}`,
  tokenEndsSoonAbout:
    'Replace it before then, so that stored queries stay fresh. Searches keep working in the meantime.',
  tokenRefused: 'The service doesn’t accept the access token',
  tokenRefusedAbout:
    'It expired or was revoked. Stored queries are no longer refreshed, their results expire 7 days after they were last correct, and new queries wait. Replace the token.',
  toToken: 'Go to the access token',
};
