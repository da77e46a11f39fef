import { readToken } from './lexer';
import type { Reading } from './lexer';
import { SyntaxProblem } from './located-problem';
import { describeToken } from './token';
import type { Keyword, Punctuation, Token } from './token';
import type { Location } from './tree';

/** Walks the tokens of one text, one token at a time, and enforces the limits. */
export class TokenCursor {
  /** The current token; at the end of the text it stays the `end` token. */
  current: Token;
  /** The last token that was consumed. */
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

  /** Consumes the current token and returns it. */
  take(): Token {
    const token = this.current;
    this.previous = token;
    this.current = readToken(this.text, token.location.end, this.reading);
    return token;
  }

  /** The current token and those after it, without consuming any, up to one that can't be read. */
  *ahead(): Generator<Token, undefined> {
    let token = this.current;
    try {
      for (;;) {
        yield token;
        token = readToken(this.text, token.location.end, this.reading);
      }
    } catch (error) {
      if (!(error instanceof SyntaxProblem)) throw error;
    }
  }

  seesKeyword(keyword: Keyword): boolean {
    return this.current.kind === 'keyword' && this.current.keyword === keyword;
  }

  /** Consumes this keyword if it is the current token, and returns whether it was. */
  skipKeyword(keyword: Keyword): boolean {
    if (!this.seesKeyword(keyword)) return false;
    this.take();
    return true;
  }

  sees(mark: Punctuation): boolean {
    return this.current.kind === 'punctuation' && this.current.text === mark;
  }

  /** Consumes this mark if it is the current token, and returns whether it was. */
  skip(mark: Punctuation): boolean {
    if (!this.sees(mark)) return false;
    this.take();
    return true;
  }

  /**
   * Reads what is in parentheses; the opening one is the current token.
   * @throws SyntaxProblem if that is one level too deep
   */
  nested<Content>(read: () => Content): Content {
    this.depth += 1;
    if (this.depth > this.limits.maximumDepth) {
      throw new SyntaxProblem(
        `Parentheses are nested more than ${count(this.limits.maximumDepth)} levels deep. Remove those that you don’t need.`,
        this.current.location,
      );
    }
    const content = read();
    this.depth -= 1;
    return content;
  }

  /**
   * The location of a new node of the tree, from `start` to the end of the last consumed token.
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

  /** "Expected X, found Y." at the current token, and what to do about it if that is known. */
  expected(what: string, advice = ''): SyntaxProblem {
    const message = `Expected ${what}, found ${describeToken(this.current)}. ${advice}`;
    return new SyntaxProblem(message.trimEnd(), this.current.location);
  }
}

function count(amount: number): string {
  return amount.toLocaleString('en-US');
}

/** How large a query may be before it is refused. */
interface Limits {
  /** Of the text, in UTF-16 code units. */
  readonly maximumLength: number;
  /** Of parentheses within parentheses. */
  readonly maximumDepth: number;
  /** Conditions, names, values and sort keys together. */
  readonly maximumNodes: number;
}

/** For what a person writes: a configured query. */
export const templateLimits: Limits = {
  maximumLength: 20_000,
  maximumDepth: 50,
  maximumNodes: 5_000,
};

/**
 * For what the service reads. Wider than `templateLimits`, so that a configured query at its limits
 * is still accepted after many selected objects and the typed text have been put into it.
 */
export const queryLimits: Limits = {
  maximumLength: 200_000,
  maximumDepth: 60,
  maximumNodes: 10_000,
};
