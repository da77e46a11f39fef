import type { Markup } from '../../../base/html/markup';
import { html } from '../../../base/html/markup';
import { renderPage } from '../../../base/html/layout';

export interface SignInPage {
  /** Where the form is sent. */
  readonly action: string;
  /** Sent along with the form, unseen. */
  readonly hiddenFields?: Readonly<Record<string, string>>;
  /** The app that waits for the sign-in. */
  readonly appName?: string;
  /** Who is signed in already, and where they continue without signing in again. */
  readonly current?: { readonly name: string; readonly email: string; readonly continueTo: string };
  /** Whether a form was sent that nobody was signed in for. */
  readonly isAfterForm?: boolean;
  readonly email?: string;
  readonly problem?: SignInProblem;
}

export interface SignInProblem {
  readonly field: 'email' | 'password';
  readonly message: string;
}

export function renderSignInPage(page: SignInPage): string {
  const title = page.problem === undefined ? 'Sign in' : 'Error: Sign in';
  return renderPage(
    title,
    html`<h1>Sign in</h1>
      ${introduction(page)}
      <form method="post" action="${page.action}" novalidate>
        ${Object.entries(page.hiddenFields ?? {}).map(
          ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
        )}
        ${page.problem && html`<p class="problem" role="alert" id="problem">${page.problem.message}</p>`}
        <label for="email">Email</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username"
          value="${page.email ?? ''}"
          required
          ${fieldState(page, 'email')}
        />
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          ${fieldState(page, 'password')}
        />
        <div class="actions">
          <button class="primary" type="submit" name="intent" value="sign-in">Sign in</button>
          ${
            page.appName === undefined
              ? undefined
              : html`<button type="submit" name="intent" value="cancel">Cancel</button>`
          }
        </div>
      </form>
      <p class="subtle">No account? Ask whoever runs the service.</p>`,
  );
}

const afterForm =
  'Nothing was changed, because you’re no longer signed in. Sign in, then fill in the form again.';

function introduction({ appName, current, isAfterForm = false }: SignInPage): Markup {
  return html`
    ${isAfterForm ? html`<p role="alert">${afterForm}</p>` : undefined}
    ${appName === undefined ? undefined : html`<p class="subtle">to continue to ${appName}</p>`}
    ${
      current &&
      html`<p>
        Signed in as ${current.name} (${current.email}).
        <a href="${current.continueTo}">Continue as ${current.name}</a>, or sign in with another
        account.
      </p>`
    }
  `;
}

/** The field to correct is announced as wrong and focused; without a problem the first one is. */
function fieldState(page: SignInPage, field: SignInProblem['field']): Markup {
  const isWrong = page.problem?.field === field;
  const isFocused = isWrong || (page.problem === undefined && field === 'email');
  return html`${isWrong ? html`aria-invalid="true" aria-describedby="problem"` : undefined}
  ${isFocused ? html`autofocus` : undefined}`;
}
