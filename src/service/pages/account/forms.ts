import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type * as z from 'zod';
import type { Account } from '../../accounts/people';
import { namesUtf8 } from '../../base/http/request-bodies';
import { Refusal, invalid } from '../../base/refusals/refusal';
import {
  checkInput,
  describeSchemaError,
  violationsOf,
} from '../../base/refusals/schema-violations';
import { storedId } from '../../base/refusals/storable-inputs';
import type { FormProblem } from './form-markup';

/** The reason for which the pages have a text, and the status of the answer. */
const refusals = {
  form_unreadable: 400,
  form_foreign: 403,
  form_of_other_account: 403,
  not_allowed: 403,
  form_too_long: 413,
  form_of_other_type: 415,
} as const;

/** A form that was not sent as this service's pages send it, or not by someone who may. */
export class FormRefusal extends Error {
  override readonly name = 'FormRefusal';
  readonly status: number;

  constructor(readonly reason: keyof typeof refusals) {
    super(`form refused: ${reason}`);
    this.status = refusals[reason];
  }
}

/**
 * Reads a form that one of this service's own pages sent. It may take its time to arrive: who sent it, and what they
 * may do, is to be asked after it.
 * @throws {FormRefusal} if another site sent it, or it is too long, not a form or not in UTF-8
 */
export async function readForm(
  request: IncomingMessage,
  maximumBytes = 16 * 1024,
): Promise<URLSearchParams> {
  if (!isFromThisService(request)) throw new FormRefusal('form_foreign');
  const { 'content-type': contentType } = request.headers;
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/x-www-form-urlencoded' || !namesUtf8(contentType))
    throw new FormRefusal('form_of_other_type');
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maximumBytes) throw new FormRefusal('form_too_long');
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (!isUtf8(decodePercents(bytes))) throw new FormRefusal('form_unreadable');
  return new URLSearchParams(bytes.toString('utf8'));
}

/** The bytes that a form stands for: browsers write letters as `%C3%BC`. */
function decodePercents(bytes: Buffer): Buffer {
  const decoded = bytes
    .toString('latin1')
    .replace(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
  return Buffer.from(decoded, 'latin1');
}

/** Browsers name the page's origin with every form; programs need not. */
function isFromThisService(request: IncomingMessage): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Ties a form to the browser and the account that asked for it: both travel in the form. */
export interface FormKey {
  readonly cookieName: string;
  /** The address of the form's page, and of where it is sent. */
  readonly path: string;
  /** What the addresses begin with of all pages that have such a form, where there are several. */
  readonly cookiePath?: string;
  /** How long a form may be: 16 kB if absent. */
  readonly maximumBytes?: number;
}

interface FormVisit {
  readonly server: Provider;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Whose form it is: the browser may get another account while the form is open. None before a sign-in. */
  readonly account: Account | undefined;
}

/** The key that the form carries in its field `formKey`. */
export function issueFormKey(
  { cookieName, path, cookiePath = path }: FormKey,
  { server, request, reply, account }: FormVisit,
): string {
  const { cookies } = server.createContext(request.raw, reply.raw);
  const browserKey = cookies.get(cookieName) ?? randomBytes(16).toString('base64url');
  cookies.set(cookieName, browserKey, { httpOnly: true, sameSite: 'strict', path: cookiePath });
  return account === undefined ? browserKey : `${browserKey}.${account.id}`;
}

/** @throws {FormRefusal} if the form did not come from the page as this browser got it for this account */
export function assertFormKey(
  { cookieName }: FormKey,
  { server, request, reply, account }: FormVisit,
  form: URLSearchParams,
): void {
  const browserKey = server.createContext(request.raw, reply.raw).cookies.get(cookieName);
  const [sentKey, sentAccountId] = (form.get('formKey') ?? '').split('.');
  if (browserKey === undefined || browserKey !== sentKey) throw new FormRefusal('form_foreign');
  if (account?.id !== sentAccountId) throw new FormRefusal('form_of_other_account');
}

/** The id in a sent form. @throws {FormRefusal} if there is none */
export function readId(form: URLSearchParams): string {
  const id = storedId.safeParse(form.get('id'));
  if (!id.success) throw new FormRefusal('form_unreadable');
  return id.data;
}

/** What was typed into these fields; nothing where the form has none of the name. */
export function readTexts<Name extends string>(
  form: URLSearchParams,
  names: readonly Name[],
): Record<Name, string>;
export function readTexts(form: URLSearchParams, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, form.get(name) ?? '']));
}

/**
 * What a form asks for, as its schema of the API takes it.
 * @throws Refusal 400 with violations
 */
export function checkTyped<Schema extends z.core.$ZodType>(
  schema: Schema,
  typed: unknown,
): z.output<Schema> {
  const checked = checkInput(schema, typed);
  if (checked.success) return checked.data;
  const violations = violationsOf(checked.error, typed, 'WORKSPACE');
  throw invalid(describeSchemaError(checked.error), violations);
}

export interface Refused {
  readonly problem: FormProblem;
  /** As the API would answer it: 404 where what the form is about is no longer there. */
  readonly status: number;
}

/** Does what a form asks for, or says why it is refused, so that the page keeps what was typed. */
export async function attempt<Result>(
  work: () => Result | Promise<Result>,
): Promise<{ readonly done: Result } | Refused> {
  try {
    return { done: await work() };
  } catch (error) {
    if (!(error instanceof Refusal) || ![400, 403, 404, 412].includes(error.status)) throw error;
    const field = error.detail.violations?.[0]?.fieldIdentifier ?? '';
    return { problem: { field, message: asOnPages(error.message) }, status: error.status };
  }
}

/**
 * A text of the API as pages write theirs: it begins with a capital letter, unless an address does, and quotes with curly
 * quotes.
 */
function asOnPages(message: string): string {
  const text = message.replace(/"([^"]*)"/g, '“$1”');
  return /^\S+@/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
