export { getEmbedKey } from './embed-key';
export type { EmbedKey } from './embed-key';
export { getEmbedSession, startEmbedSession } from './embed-session';
export type { OpenSession } from './embed-session';
export { createEmbedToken, embedPath } from './embed-token';
export type { EmbedDependencies } from './embed-token';
