import * as z from 'zod/mini';
import { emailAddress } from './email-schema';
import { endpoint } from './endpoint';
import { id } from './id';
import { pageOf, paging } from './page';
import { visibleText } from './visible-text';
import { roles } from './permission';

export const user = z.object({ id, name: z.string(), email: z.string() });
export type User = z.infer<typeof user>;

const role = z.enum(roles);

/** A person with what they may do in the workspace. */
export const member = z.extend(user, { role });
export type Member = z.infer<typeof member>;

/** The members of the workspace, by name. */
export const listUsers = endpoint('GET', '/user', 'read', { query: paging, reply: pageOf(member) });

export const getUser = endpoint('GET', '/user/{id}', 'read', { reply: member });

/** The caller. Their role depends on the workspace, which this call doesn't name. */
export const getCurrentUser = endpoint('GET', '/user/me', null, { reply: user });

/** Who is added to a workspace; also what the form of the service's page asks for. */
export const newMember = z.strictObject({
  email: emailAddress,
  name: z.string().check(z.overwrite(visibleText), z.minLength(1), z.maxLength(100)),
  role,
});
export type NewMember = z.infer<typeof newMember>;

/** With the address where they choose a password, as long as they have none. */
const addedMember = z.extend(member, { invitationUrl: z.optional(z.string()) });
export type AddedMember = z.infer<typeof addedMember>;

/**
 * Adds a person to the workspace, with a new account if there is none with the email address; the name is the
 * account's then. Whoever was invited and has no password yet stays as they are and gets a new link.
 */
export const addUser = endpoint('POST', '/user', 'changeAccess', {
  body: newMember,
  reply: addedMember,
});

export const maximumAddedUsers = 100;

/** As {@link addUser}, all of them or none. */
export const addUsers = endpoint('POST', '/user/bulk', 'changeAccess', {
  body: z.strictObject({
    users: z.array(newMember).check(z.minLength(1), z.maxLength(maximumAddedUsers)),
  }),
  reply: z.object({ result: z.array(addedMember) }),
});

/** A workspace keeps at least one administrator. */
export const setUserRole = endpoint('PUT', '/user/{id}/role', 'changeAccess', {
  body: z.strictObject({ role }),
  reply: member,
});

/**
 * Suspends the account of a person, or lifts that. The caller administers all of the person's workspaces, and the one that invited them. It ends the sessions,
 * tokens and grants of the account, for good.
 */
export const setUserSuspension = endpoint('PUT', '/user/{id}/suspension', 'changeAccess', {
  body: z.strictObject({ isSuspended: z.boolean() }),
  reply: z.extend(member, { isSuspended: z.boolean() }),
});

/** Takes a person out of the workspace, its groups and every access list. Their account stays. */
export const removeUser = endpoint('DELETE', '/user/{id}', 'changeAccess');
