import type { FastifyReply } from 'fastify';
import { startSession } from '../../accounts/browser-session';
import { findPasswordProblem } from '../../accounts/password';
import { replacePassword } from '../../accounts/password-links';
import { checkPassword, describeWait } from '../../accounts/password-sign-in';
import { html } from '../../base/html/markup';
import { addressOf, renderAccountPage } from '../account-navigation';
import { passwordPagePath } from '../account-paths';
import { renderDone, renderField, renderHidden, renderProblem } from './form-markup';
import type { FormProblem } from './form-markup';
import { answerSignedInVisit, sendPage } from './visit';
import type { SignedInVisit, Visit } from './visit';

const formKey = { cookieName: 'wds-password', path: passwordPagePath };

/** The page on which people change their password. */
export function answerPasswordPage(visit: Visit): Promise<FastifyReply> {
  return answerSignedInVisit(visit, formKey, (signedIn, form) =>
    form === undefined ? show(signedIn, { status: 200 }) : acceptForm(signedIn, form),
  );
}

async function acceptForm(visit: SignedInVisit, form: URLSearchParams): Promise<FastifyReply> {
  const { database, server, account, identity, request, reply } = visit;
  const password = form.get('password') ?? '';
  const endsSessions = form.get('everywhere') === 'yes';
  const message = findPasswordProblem(password);
  if (message !== undefined) {
    return show(visit, { status: 422, endsSessions, problem: { field: 'password', message } });
  }
  const { throttle } = identity;
  const current = form.get('current') ?? '';
  const checked = await checkPassword({ database, throttle }, account.email, current);
  if (checked.account?.id !== account.id) {
    const problem = explainRefusal(checked.waitMs);
    const status = checked.waitMs > 0 ? 429 : 422;
    const retryAfterSeconds = checked.waitMs > 0 ? Math.ceil(checked.waitMs / 1000) : undefined;
    return show(visit, { status, endsSessions, problem, retryAfterSeconds });
  }
  await replacePassword(database, account.id, password, { endsSessions });
  if (endsSessions) await startSession(server, request.raw, reply.raw, account);
  return show(visit, {
    status: 200,
    done: `Your password was changed.${endsSessions ? ' You’re signed out everywhere else.' : ''}`,
  });
}

function explainRefusal(waitMs: number): FormProblem {
  const message =
    waitMs > 0 ? describeWait(waitMs) : 'This isn’t your current password. Enter it again.';
  return { field: 'current', message };
}

interface Shown {
  readonly status: number;
  readonly problem?: FormProblem;
  readonly endsSessions?: boolean;
  readonly retryAfterSeconds?: number | undefined;
  /** What was done just now, as a sentence. */
  readonly done?: string;
}

async function show(visit: SignedInVisit, shown: Shown): Promise<FastifyReply> {
  const { status, problem, endsSessions = true, retryAfterSeconds, done } = shown;
  const current = { name: 'current', label: 'Current password', type: 'password' } as const;
  const next = {
    name: 'password',
    label: 'New password, at least 12 characters',
    type: 'password',
  } as const;
  const checked = endsSessions ? html`checked` : undefined;
  const page = renderAccountPage(
    { ...visit, title: 'Password', hasProblem: problem !== undefined },
    html`${done && renderDone(done)}
      <form method="post" action="${addressOf(visit)}" novalidate>
        ${renderHidden(visit)}
        <input type="hidden" name="email" autocomplete="username" value="${visit.account.email}" />
        ${renderProblem(problem)}
        ${renderField({ ...current, autocomplete: 'current-password' }, problem)}
        ${renderField({ ...next, autocomplete: 'new-password' }, problem)}
        <label class="choice">
          <input type="checkbox" name="everywhere" value="yes" ${checked} />
          Sign out everywhere else
        </label>
        <p class="subtle">Access tokens and connected apps keep working until you end them.</p>
        <div class="actions">
          <button class="primary" type="submit">Change password</button>
        </div>
      </form>`,
  );
  return sendPage(visit.reply, { status, page, retryAfterSeconds });
}
