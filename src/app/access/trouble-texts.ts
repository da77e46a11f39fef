export const troubleTexts = {
  connectLink: 'Connect your account',
  opensInNewTab: '(opens in a new tab)',
  tryAgain: 'Try again',
};
