import type { Account } from '../../../accounts/account';
import { tokenPagePath } from '../../account-paths';
import { html } from '../../../base/html/markup';
import { renderPage } from '../../../base/html/layout';

interface ConsentPage {
  readonly action: string;
  readonly appName: string;
  /** Where the person is sent afterwards. */
  readonly returnHost: string;
  readonly account: Account;
}

export function renderConsentPage(page: ConsentPage): string {
  const { action, appName, returnHost, account } = page;
  return renderPage(
    'Allow access',
    html`<h1>Allow ${appName} to access your account?</h1>
      <p>The app will be able to:</p>
      <ul>
        <li>Read workspace objects you can see</li>
        <li>See your email address</li>
      </ul>
      <dl>
        <dt>Your account</dt>
        <dd>${account.name} (${account.email})</dd>
      </dl>
      <p><a href="${action}?account=another">Use another account</a></p>
      <p class="subtle">
        You’ll return to ${returnHost}. To end the app’s access later, disconnect your account
        there, or end this connection in this service under
        <a href="${tokenPagePath}">Connected apps</a>, which takes effect at once.
      </p>
      <form method="post" action="${action}">
        <div class="actions">
          <button class="primary" type="submit" name="intent" value="allow">Allow</button>
          <button type="submit" name="intent" value="cancel">Cancel</button>
        </div>
      </form>`,
  );
}
