import type { Account } from '../../../accounts/account';
import { renderPage } from '../../../base/html/layout';
import { html } from '../../../base/html/markup';

interface InvitationPage {
  /** Where the form is sent. */
  readonly action: string;
  readonly formKey: string;
  readonly account: Account;
  readonly problem: string | undefined;
}

export function renderInvitationPage({ action, formKey, account, problem }: InvitationPage) {
  return renderPage(
    problem === undefined ? 'Choose a password' : 'Error: Choose a password',
    html`<h1>Choose a password</h1>
      <p>Welcome, ${account.name}. From now on, sign in with ${account.email} and this password.</p>
      <form method="post" action="${action}" novalidate>
        <input type="hidden" name="formKey" value="${formKey}" />
        <input type="hidden" name="email" autocomplete="username" value="${account.email}" />
        ${problem && html`<p class="problem" role="alert" id="problem">${problem}</p>`}
        <label for="password">Password, at least 12 characters</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="new-password"
          required
          autofocus
          ${problem && html`aria-invalid="true" aria-describedby="problem"`}
        />
        <div class="actions">
          <button class="primary" type="submit">Save and sign in</button>
        </div>
      </form>`,
  );
}
