import { leavesOf, operandsOf } from './tree';
import { SyntaxProblem, shorten } from './located-problem';
import type { Location, Operand, PlaceholderOperand, Query } from './tree';

/** The placeholders of a template in the order of its text, each as often as it stands there. */
export function placeholdersOf(template: Query): PlaceholderOperand[] {
  return leavesOf(template.condition).flatMap(operandsOf).flatMap(placeholdersIn);
}

export function isPlaceholder(operand: Operand): operand is PlaceholderOperand {
  return operand.kind === 'levelPlaceholder' || operand.kind === 'emailPlaceholder';
}

export interface PlaceholderSpelling {
  readonly open: string;
  readonly close: string;
  readonly meaning: 'level' | 'email';
}

const spellings: readonly PlaceholderSpelling[] = [
  { open: '{{', close: '}}', meaning: 'level' },
  { open: '<<', close: '>>', meaning: 'level' },
  { open: '${', close: '}', meaning: 'email' },
  { open: '$<', close: '>', meaning: 'email' },
];
const openings = /\{\{|<<|\$[{<]/;
const labelSuffix = /\.label$/i;
/** Kept out of level names, so that every placeholder can be printed and read back. */
const notInLevelNames = /\p{Cc}|\{\{|\}\}|<<|>>/u;

/** The spelling whose opening stands at `offset`, or undefined. */
export function findSpellingAt(text: string, offset: number): PlaceholderSpelling | undefined {
  // `Price<<<Limit>>` is `Price < <<Limit>>`.
  if (text.startsWith('<<<', offset)) return undefined;
  return spellings.find(({ open }) => text.startsWith(open, offset));
}

/** The spelling of the first kind of placeholder that `text` holds whole, or undefined. */
export function findSpellingWithin(text: string): PlaceholderSpelling | undefined {
  if (!openings.test(text)) return undefined;
  return spellings.find(({ open, close }) => {
    const start = text.indexOf(open);
    return start >= 0 && text.includes(close, start + open.length);
  });
}

/** Whether `text` is one placeholder of this spelling and nothing else. */
export function isWholly(text: string, { open, close }: PlaceholderSpelling): boolean {
  return text.startsWith(open) && text.indexOf(close, open.length) === text.length - close.length;
}

/**
 * The placeholder that has `content` between its opening and its closing.
 * @throws SyntaxProblem if the content names nothing
 */
export function readPlaceholder(
  { open, close, meaning }: PlaceholderSpelling,
  content: string,
  location: Location,
): PlaceholderOperand {
  const text = content.trim();
  if (meaning === 'level') return readLevel(text, location);
  if (text.toLowerCase() === 'emailcurrentuser') return { kind: 'emailPlaceholder', location };
  throw new SyntaxProblem(
    `Unknown placeholder ${shorten(open + text + close)}. Write \${emailCurrentUser} for the person's email address, or {{Level}} for what is selected on a level.`,
    location,
  );
}

/** The placeholder in the first of its spellings. */
export function printPlaceholder(placeholder: PlaceholderOperand): string {
  if (placeholder.kind === 'emailPlaceholder') return '${emailCurrentUser}';
  const text = placeholder.levelName + (placeholder.part === 'label' ? '.label' : '');
  return text.endsWith('}') ? `{{${text} }}` : `{{${text}}}`;
}

function placeholdersIn(operand: Operand): PlaceholderOperand[] {
  const operands = operand.kind === 'call' ? operand.arguments : [operand];
  return operands.filter(isPlaceholder);
}

function readLevel(text: string, location: Location): PlaceholderOperand {
  const part = labelSuffix.test(text) ? 'label' : 'id';
  const levelName = text.replace(labelSuffix, '').trim();
  const problem = findNameProblem(levelName);
  if (problem !== undefined) throw new SyntaxProblem(problem, location);
  return { kind: 'levelPlaceholder', levelName, part, location };
}

function findNameProblem(levelName: string): string | undefined {
  if (levelName === '') {
    return 'This placeholder has no level. Write the name of an earlier level in it: {{Level}}.';
  }
  if (levelName.startsWith('@')) {
    return `"${shorten(levelName)}" is not the name of a level: level names can’t begin with "@".`;
  }
  if (notInLevelNames.test(levelName)) {
    return `"${shorten(levelName)}" is not the name of a level: level names can’t contain line breaks, {{, }}, << or >>. Check that the placeholder is closed.`;
  }
  return undefined;
}
