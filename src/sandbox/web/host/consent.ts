/** What the platform needs before it may act for the person at another service. */
export interface ConsentRequest {
  authorizeUrl: string;
}

/** An invocation that stopped because the person has not granted access yet. */
export const consentNeededCode = 'NEEDS_AUTHENTICATION_ERR';
