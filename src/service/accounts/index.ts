export { appPagePath, tokenPagePath, usePagePath } from '../pages/account-paths';
export type { Bearer } from './bearer-token';
export type { BearerCaller, Caller } from '../model/permissions/caller';
export type { OAuthClient } from './authorization-server';
export { readGrants } from './grant';
export type { Grant } from './grant';
export { createIdentity } from './identity';
export type { Identity, IdentityOptions } from './identity';
export { hashPassword } from './password';
export {
  createPersonalAccessToken,
  endOfToken,
  readPersonalAccessTokens,
  revokePersonalAccessToken,
  tooManyTokens,
} from './personal-access-token';
export type { PersonalAccessToken } from './personal-access-token';
export { hashSecret } from '../base/database/secret-hash';
export { signInAddress } from '../pages/account/sign-in';
