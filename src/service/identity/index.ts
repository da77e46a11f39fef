export type { Caller } from './caller';
export { createIdentity } from './identity';
export type { Identity, IdentityOptions } from './identity';
export { hashPassword } from './password';
export { createPersonalAccessToken } from './personal-access-token';
