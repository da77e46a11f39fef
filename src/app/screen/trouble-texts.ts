export const troubleTexts = {
  connectLink: 'Connect your account',
  tryAgain: 'Try again',
};
