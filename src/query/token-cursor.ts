import { readToken } from './lexer';
import type { Reading } from './lexer';
import type { Limits } from './limits';
import { SyntaxProblem } from './syntax-error';
import { describeToken } from './token';
import type { Keyword, Punctuation, Token } from './token';
import type { Location } from './tree';

/** Walks the tokens of one text with one token in sight, and keeps to the limits. */
export class TokenCursor {
  /** The token in sight; at the end of the text it stays the `end` token. */
  current: Token;
  /** The token left behind last. */
  previous: Token | undefined;
  private depth = 0;
  private nodes = 0;

  constructor(
    private readonly text: string,
    private readonly reading: Reading,
    private readonly limits: Limits,
  ) {
    if (text.length > limits.maximumLength) {
      throw new SyntaxProblem(
        `This query has ${count(text.length)} characters; at most ${count(limits.maximumLength)} are allowed. Shorten it.`,
        { start: limits.maximumLength, end: text.length },
      );
    }
    this.current = readToken(text, 0, reading);
  }

  /** Leaves the token in sight behind and returns it. */
  take(): Token {
    const token = this.current;
    this.previous = token;
    this.current = readToken(this.text, token.location.end, this.reading);
    return token;
  }

  seesKeyword(keyword: Keyword): boolean {
    return this.current.kind === 'keyword' && this.current.keyword === keyword;
  }

  /** Leaves this keyword behind if it is in sight, and tells whether it was. */
  skipKeyword(keyword: Keyword): boolean {
    if (!this.seesKeyword(keyword)) return false;
    this.take();
    return true;
  }

  sees(mark: Punctuation): boolean {
    return this.current.kind === 'punctuation' && this.current.text === mark;
  }

  /** Leaves this mark behind if it is in sight, and tells whether it was. */
  skip(mark: Punctuation): boolean {
    if (!this.sees(mark)) return false;
    this.take();
    return true;
  }

  /**
   * Reads what stands in parentheses, the opening one in sight.
   * @throws SyntaxProblem if that is one level too deep
   */
  nested<Content>(read: () => Content): Content {
    this.depth += 1;
    if (this.depth > this.limits.maximumDepth) {
      throw new SyntaxProblem(
        `Parentheses are nested more than ${count(this.limits.maximumDepth)} levels deep. Remove those that you don't need.`,
        this.current.location,
      );
    }
    const content = read();
    this.depth -= 1;
    return content;
  }

  /**
   * The location of a new node of the tree, from `start` to the end of the token left behind last.
   * @throws SyntaxProblem if that is one node too many
   */
  locate(start: Location): Location {
    const last = this.previous?.location ?? start;
    this.nodes += 1;
    if (this.nodes > this.limits.maximumNodes) {
      throw new SyntaxProblem(
        `This query has more than ${count(this.limits.maximumNodes)} conditions, names and values. Shorten it.`,
        last,
      );
    }
    return { start: start.start, end: last.end };
  }

  /** "Expected X, found Y." at the token in sight, and what to do about it where that is known. */
  expected(what: string, advice = ''): SyntaxProblem {
    const message = `Expected ${what}, found ${describeToken(this.current)}. ${advice}`;
    return new SyntaxProblem(message.trimEnd(), this.current.location);
  }
}

function count(amount: number): string {
  return amount.toLocaleString('en-US');
}
