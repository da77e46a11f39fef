import { accounts, findAccountById } from '../jira/accounts';
import type { Issue } from '../jira/state';
import { readDate } from './dates';
import type { Key, KeyContent, Literal, SearchContext } from './search-field';
import {
  functionUnfitForDate,
  functionUnfitForField,
  invalidDate,
  unknownId,
  unknownValue,
} from './sentences';

type KeysOf = KeyContent['keysOf'];

/** One of a few things that Jira knows by name. */
export interface Choice {
  key: Key;
  /** What a query may call it, besides its id. */
  names: readonly string[];
  id?: string;
}

/** A value out of a list; names ignore case. */
export function choiceContent(keysOf: KeysOf, choices: readonly Choice[]): KeyContent {
  const byName = new Map<string, Key>();
  for (const { key, id } of choices) if (id !== undefined) byName.set(id, key);
  for (const { key, names } of choices) {
    for (const name of names) byName.set(name.toLowerCase(), key);
  }
  return {
    kind: 'keys',
    keysOf,
    read: (literal, field) => {
      if (literal.kind !== 'value') return unfit(literal, field);
      const key = byName.get(literal.text.toLowerCase());
      if (key !== undefined) return { ok: true, keys: [key] };
      const isId = !literal.isQuoted && /^-?\d+$/.test(literal.text);
      return { ok: false, error: (isId ? unknownId : unknownValue)(literal.text, field) };
    },
  };
}

/** A person, by account id, name or, where their profile shows it, email address. */
export function personContent({ model }: SearchContext, keysOf: KeysOf): KeyContent {
  const choices = choiceContent(
    keysOf,
    accounts.map(({ account, accountId, displayName, email }) => ({
      key: accountId,
      names: [accountId, displayName, ...(model.hiddenEmails.has(account) ? [] : [email])],
    })),
  );
  return {
    ...choices,
    read: (literal, field, operator) =>
      literal.kind === 'person'
        ? { ok: true, keys: [literal.accountId] }
        : choices.read(literal, field, operator),
  };
}

/** Returns the name of the person, for sorting. */
export function personName(accountId: string | null): string | undefined {
  return accountId === null ? undefined : (findAccountById(accountId)?.displayName ?? accountId);
}

export function dateContent(
  { now, timeZone }: SearchContext,
  momentOf: (issue: Issue) => number,
): KeyContent {
  return {
    kind: 'keys',
    keysOf: (issue) => [momentOf(issue)],
    compare: (first, second) => Number(first) - Number(second),
    read: (literal, field) => {
      if (literal.kind === 'moment') return { ok: true, keys: [literal.moment.getTime()] };
      if (literal.kind === 'person') {
        return { ok: false, error: functionUnfitForDate(literal.functionName, field) };
      }
      // Jira reads a bare number as milliseconds since 1970.
      if (!literal.isQuoted && /^-?\d+$/.test(literal.text)) {
        return { ok: true, keys: [Number(literal.text)] };
      }
      const moment = readDate(literal.text, now, timeZone);
      return moment
        ? { ok: true, keys: [moment.getTime()] }
        : { ok: false, error: invalidDate(literal.text, field) };
    },
  };
}

/** Text that is the same or not, to the letter. */
export function exactTextContent(keysOf: KeysOf): KeyContent {
  return {
    kind: 'keys',
    keysOf,
    read: (literal, field) =>
      literal.kind === 'value' ? { ok: true, keys: [literal.text] } : unfit(literal, field),
  };
}

export function unfit(literal: Exclude<Literal, { kind: 'value' }>, field: string) {
  return { ok: false as const, error: functionUnfitForField(literal.functionName, field) };
}
