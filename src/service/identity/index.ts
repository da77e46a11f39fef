export type { BearerCaller, Caller } from './caller';
export { readGrants } from './grant';
export type { Grant } from './grant';
export { createIdentity } from './identity';
export type { Identity, IdentityOptions } from './identity';
export { hashPassword } from './password';
export {
  createPersonalAccessToken,
  endOfToken,
  maximumTokens,
  readPersonalAccessTokens,
  revokePersonalAccessToken,
} from './personal-access-token';
export type { PersonalAccessToken } from './personal-access-token';
