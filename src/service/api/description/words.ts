import type { ErrorBody } from '../../../api/error-body';

/** The part of an error's body that says what is wrong. */
export type Explanation = Pick<ErrorBody, 'message' | 'violations' | 'position'>;

/** What an operation does, for people. */
export interface OperationWords {
  /** A short sentence without a full stop, for lists. */
  readonly summary: string;
  readonly description: string;
  /** What a caller may send. */
  readonly body?: JsonObject | string;
  /** What the body is, where it is sent byte for byte. */
  readonly bytes?: { readonly description: string; readonly schema: JsonObject };
  /** What is answered, where it isn't one of the named schemas or a page of one. */
  readonly reply?: JsonObject;
  /** What a 400 may say, where there is more to it than the shape of the request. */
  readonly refusal?: Explanation;
  /** What a 413 says, where there is a limit of its own. */
  readonly oversize?: Explanation;
}

/** Said of every list. */
export const atATime = 'Ask for up to 200 at a time.';

/** Said of every operation whose example names types, attributes or objects. */
export const madeUpIds =
  'The ids in the example are made up. You find your own with “List types with their attributes” and “Search objects”.';

/** A part of the description, as JSON has it. */
export interface JsonObject {
  readonly [key: string]: Json;
}
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** The ids that the examples name, so that those of one thing fit together. */
export const exampleIds = {
  type: '5f0e3f6a-8a52-4c4e-9f0b-1c7f2f6b9a01',
  attribute: '0b6d8f0e-6f0e-4a53-8d35-3d9a53a4c402',
  workspace: '3a1b7c52-9d4e-4f60-8a2b-6c5d4e3f2a06',
  object: '8e7d6c5b-4a39-4281-9706-f5e4d3c2b107',
  referrer: '9f8e7d6c-5b4a-4392-8817-06f5e4d3c219',
  user: '2c3d4e5f-6a7b-4c8d-9e0f-1a2b3c4d5e09',
  group: '3d4e5f6a-7b8c-4d9e-8f0a-2b3c4d5e6f18',
  site: '9a8b7c6d-5e4f-4321-8765-4f3e2d1c0b11',
  token: '4d5e6f7a-8b9c-4d0e-9f1a-2b3c4d5e6f12',
  page: '5e6f7a8b-9c0d-4e1f-8a2b-3c4d5e6f7a13',
  content: '6f7a8b9c-0d1e-4f2a-8b3c-4d5e6f7a8b14',
  workflow: '6b5a4c3d-2e1f-4a0b-8c9d-7e6f5a4b3c10',
  app: '7c8d9e0f-1a2b-4c3d-8e4f-5a6b7c8d9e15',
  version: '8d9e0f1a-2b3c-4d4e-9f5a-6b7c8d9e0f16',
  uploadSecret: 'Zm9vYmFy',
} as const;

export const examplePerson = {
  id: exampleIds.user,
  name: 'Ann Miller',
  email: 'ann@example.com',
};

/** What names a token. */
export const exampleToken = { id: exampleIds.token, name: 'Nightly export' };

/** What is shown of a token beside its name. */
export const exampleTokenFacts = {
  lastFour: 'x7Qa',
  access: 'read',
  workspaceId: null,
  createdAt: '2026-11-01T08:00:00.000Z',
  expiresAt: '2026-12-01T08:00:00.000Z',
  lastUsedAt: null,
};
