import { foldText, type Operand } from '../../../../../src/query';
import type { Asked, Ends, Kind } from './world';

export type Operator = '=' | '==' | '~' | '*=' | '<' | '<=' | '>' | '>=';
type End = NonNullable<ReturnType<Ends['get']>>;
type Test = (value: string) => boolean;

/**
 * Whether a value satisfies the operator for one of the operands. Undefined where the operator or
 * an operand does not fit the kind.
 */
export function compareBy(
  kind: Kind,
  operator: Operator,
  operands: readonly Operand[],
  end: End,
  asked: Asked,
): Test | undefined {
  const tests = operands.map((operand) => testOf(kind, operator, operand, end, asked));
  if (!tests.every((test) => test !== undefined)) return undefined;
  return (value) => tests.some((test) => test(value));
}

function testOf(
  kind: Kind,
  operator: Operator,
  operand: Operand,
  end: End,
  asked: Asked,
): Test | undefined {
  const text = textOf(operand);
  const isOrder = ['<', '<=', '>', '>='].includes(operator);
  switch (kind) {
    case 'label':
    case 'text':
    case 'MEDIA':
    case 'RICH_TEXT':
      return isOrder || text === undefined ? undefined : textTest(operator, text);
    case 'number': {
      if (isByParts(operator) || text === undefined) return undefined;
      if (!/^-?\d{1,40}(\.\d{1,40})?$/.test(text.trim())) return undefined;
      return (value) => isOrdered(Number(value) - Number(text), operator);
    }
    case 'BOOLEAN': {
      const wanted = text?.trim().toLowerCase();
      if (isOrder || isByParts(operator) || (wanted !== 'true' && wanted !== 'false'))
        return undefined;
      return (value) => value === wanted;
    }
    case 'DATE': {
      const time = timeOf(operand, asked.now);
      if (isByParts(operator) || time === undefined) return undefined;
      return (value) => isOrdered(dayOf(value) - dayOf(time.at), operator);
    }
    case 'DATETIME':
    case 'SYSTEM_CREATED':
    case 'SYSTEM_UPDATED': {
      const time = timeOf(operand, asked.now);
      if (isByParts(operator) || time === undefined) return undefined;
      const unit = time.isDay ? dayOf : (at: string) => Date.parse(at);
      return (value) => isOrdered(unit(value) - unit(time.at), operator);
    }
    case 'OPTION':
    case 'WORKFLOW':
      return isOrder
        ? undefined
        : choiceTest(
            operator,
            text,
            end.attributes.flatMap(({ choices }) => choices),
          );
    case 'type':
      return isOrder ? undefined : choiceTest(operator, text, end.types);
    case 'id': {
      const id = argumentOf(operand, 'objectId') ?? text;
      if (isOrder || isByParts(operator) || id === undefined) return undefined;
      return (value) => value === id.trim().toLowerCase();
    }
    case 'REFERENCE': {
      const id = argumentOf(operand, 'objectId');
      if (isOrder || (id ?? text) === undefined) return undefined;
      if (id !== undefined) return (value) => value === id.trim().toLowerCase();
      return (value) => nameTest(operator, text ?? '')(labelOfObject(value, asked));
    }
    case 'USER': {
      const ids = personIds(operator, operand, asked);
      return isOrder || ids === undefined ? undefined : (value) => ids.includes(value);
    }
  }
}

/** What a text says, whatever it is compared with: strings, numbers and bare words alike. */
function textOf(operand: Operand): string | undefined {
  if (operand.kind === 'string') return operand.value;
  return operand.kind === 'number' || operand.kind === 'word' ? operand.text : undefined;
}

function argumentOf(operand: Operand, name: string): string | undefined {
  if (operand.kind !== 'call' || operand.name.toLowerCase() !== name.toLowerCase())
    return undefined;
  const [argument] = operand.arguments;
  return argument?.kind === 'string' && operand.arguments.length === 1 ? argument.value : undefined;
}

/**
 * `=` by whole words, `~` by beginnings of words, `*=` by longer parts of words; text without words is taken as
 * it is, nothing contains half a character, and what nothing is left of is nowhere.
 */
function textTest(operator: Operator, text: string): Test {
  if (operator === '==') return (value) => value === text;
  const isNowhere = fold(text) === '' && text.trim() !== '';
  if (wordsOf(text).length === 0) {
    const isWhole = !/\p{Surrogate}/u.test(text) && !isNowhere;
    return (value) =>
      isWhole && (operator === '=' ? fold(value) === fold(text) : fold(value).includes(fold(text)));
  }
  const orBegins = operator === '*=' ? contains : begins;
  const isMatch = operator === '=' ? isSame : orBegins;
  // A word with an apostrophe is found split or whole, and so are all of a text.
  const readings = [wordsOf(text.replace(apostrophe, '')), wordsOf(text.replace(apostrophe, ' '))];
  return (value) => {
    const stored = [value.replace(apostrophe, ''), value.replace(apostrophe, ' ')].flatMap(wordsOf);
    return readings.some((typed) =>
      typed.every((word) => stored.some((one) => isMatch(one, word))),
    );
  };
}

const apostrophe = /(?<=[\p{L}\p{M}\p{N}])['’ʻʼ](?=\p{L})/gu;

function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*|\p{So}+/gu) ?? [];
}

function isSame(word: string, typed: string): boolean {
  return word === typed;
}

function begins(word: string, typed: string): boolean {
  return word.startsWith(typed);
}

/** From three characters on, or two where there is no space between words. */
function contains(word: string, typed: string): boolean {
  if (begins(word, typed)) return true;
  const least = withoutSpaces.test(typed) ? 2 : 3;
  if (graphemesOf(typed).length < least) return false;
  return graphemesOf(word).some((_, index, all) => {
    const end = all.slice(index).join('');
    return (
      graphemesOf(end).length >= (withoutSpaces.test(end) ? 2 : 3) && begins(foldText(end), typed)
    );
  });
}

const withoutSpaces = /\p{sc=Han}|\p{sc=Hira}|\p{sc=Kana}|\p{sc=Hang}|\p{sc=Thai}/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

function graphemesOf(word: string): string[] {
  return [...segmenter.segment(word.normalize('NFC'))].map(({ segment }) => segment);
}

function isByParts(operator: Operator): boolean {
  return operator === '~' || operator === '*=';
}

/** Names are compared as a whole. */
function nameTest(operator: Operator, text: string): Test {
  if (operator !== '=') return textTest(operator, text);
  const isNowhere = fold(text) === '' && text.trim() !== '';
  return (name) => !isNowhere && fold(name) === fold(text);
}

function choiceTest(
  operator: Operator,
  text: string | undefined,
  choices: readonly { readonly id: string; readonly name: string }[],
): Test | undefined {
  if (text === undefined) return undefined;
  const isNamed = nameTest(operator, text);
  const chosen = choices.filter(
    ({ id, name }) => isNamed(name) || (!isByParts(operator) && id === text),
  );
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text.trim());
  if (chosen.length === 0 && !isByParts(operator) && !isId) return undefined;
  return (value) => chosen.some(({ id }) => id === value);
}

function personIds(operator: Operator, operand: Operand, { world, callerId }: Asked) {
  const { members } = world;
  const text = textOf(operand);
  const id = argumentOf(operand, 'userId');
  const email = argumentOf(operand, 'user');
  if (id !== undefined) return [id.trim().toLowerCase()];
  if (email !== undefined) {
    const wanted = email.trim().toLowerCase();
    return members.filter((one) => one.email.toLowerCase() === wanted).map((one) => one.id);
  }
  if (text !== undefined) {
    const isNamed = nameTest(operator, text);
    return members.filter(({ name }) => isNamed(name)).map((one) => one.id);
  }
  const isCaller = operand.kind === 'call' && /^currentuser$/i.test(operand.name);
  return isCaller && operand.arguments.length === 0 ? [callerId] : undefined;
}

export function labelOfObject(objectId: string, { world }: Asked): string {
  const object = world.objects.find(({ id }) => id === objectId)!;
  const type = world.types.find(({ id }) => id === object.typeId)!;
  return object.values.get(type.attributes[0]!.id)?.[0] ?? '';
}

export function fold(text: string): string {
  return foldText(text.trim());
}

const spans: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A day means all of it (UTC). `now()` takes minutes, hours and days here. */
function timeOf(operand: Operand, now: Date): { at: string; isDay: boolean } | undefined {
  const text = textOf(operand)?.trim();
  if (text !== undefined) {
    if (Number.isNaN(Date.parse(text))) return undefined;
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return { at: text, isDay: true };
    return /^\d{4}-\d\d-\d\dT.*Z$/.test(text) ? { at: text, isDay: false } : undefined;
  }
  if (operand.kind !== 'call' || operand.name.toLowerCase() !== 'now') return undefined;
  if (operand.arguments.length === 0) return { at: now.toISOString(), isDay: false };
  const [, amount = '', unit = ''] =
    /^([+-]?\d+)([mhd])$/.exec(argumentOf(operand, 'now') ?? '') ?? [];
  if (amount === '') return undefined;
  const at = new Date(now.getTime() + Number(amount) * spans[unit]!);
  return { at: at.toISOString(), isDay: false };
}

function dayOf(at: string): number {
  return Math.floor(Date.parse(at) / 86_400_000);
}

function isOrdered(difference: number, operator: Operator): boolean {
  switch (operator) {
    case '<':
      return difference < 0;
    case '<=':
      return difference <= 0;
    case '>':
      return difference > 0;
    case '>=':
      return difference >= 0;
    case '=':
    case '==':
    case '~':
    case '*=':
      return difference === 0;
  }
}
