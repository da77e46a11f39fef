import type { IncomingMessage, ServerResponse } from 'node:http';
import { tokenPagePath } from '../account-paths';
import { endSession } from '../../accounts/browser-session';
import { readForm } from './form';
import { redirect } from './respond';
import { signInAddress } from './sign-in';
import type { SignInContext } from './sign-in';

/** Ends the browser's session and continues to the sign-in page. Tokens and connected apps stay. */
export async function answerSignOut(
  { server }: SignInContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'POST') {
    await readForm(request);
    await endSession(server, request, response);
  }
  redirect(response, signInAddress(tokenPagePath));
}
