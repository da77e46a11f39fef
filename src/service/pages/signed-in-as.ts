import { signOutPath } from './account-paths';
import type { Markup } from '../base/html/markup';
import { html } from '../base/html/markup';

/** Says who is signed in, and ends that: the last part of a page about an account. */
export function renderSignedInAs({
  name,
  email,
}: {
  readonly name: string;
  readonly email: string;
}): Markup {
  return html`<form class="account" method="post" action="${signOutPath}">
    <p class="subtle">You’re signed in as ${name} (${email}).</p>
    <button type="submit">Sign out</button>
  </form>`;
}
