import { foldBeginning, foldText, leavesOf, operandsOf } from '../../../query';
import type { Operand, Query } from '../../../query';
import { distinctWords } from '../values/searchable-text';
import { QueryTooLarge } from './query-size';

/** The texts of one query and the names it compares them with, each folded once. */
export class FoldedTexts {
  readonly #folded = new Map<string, string>();
  readonly #words = new Map<string, readonly string[]>();

  /**
   * Folds the texts of a query before anything else is done with them, so that a short text that
   * becomes a long one is refused.
   * @throws QueryTooLarge
   */
  static of(query: Query): FoldedTexts {
    const texts = new FoldedTexts();
    let left = maximumFoldedLength;
    for (const operand of leavesOf(query.condition).flatMap(operandsOf)) {
      const text = textOf(operand);
      if (text === undefined || texts.#folded.has(text)) continue;
      const folded = foldBeginning(text.trim(), left + 1);
      left -= folded.length;
      if (left < 0) throw new QueryTooLarge(tooLong, operand.location);
      texts.#folded.set(text, folded);
    }
    return texts;
  }

  /** The folded text without space around it. */
  fold(text: string): string {
    const folded = this.#folded.get(text) ?? foldText(text.trim());
    this.#folded.set(text, folded);
    return folded;
  }

  /** Each folded word once, as the index holds it. */
  wordsOf(text: string): readonly string[] {
    const words = this.#words.get(text) ?? distinctWords(this.fold(text));
    this.#words.set(text, words);
    return words;
  }
}

/** As many characters as a query may have: only those that become several can exceed it. */
const maximumFoldedLength = 200_000;
const tooLong =
  'The texts in this query are too long: some of their characters count as several. Use shorter texts.';

function textOf(operand: Operand): string | undefined {
  if (operand.kind === 'string') return operand.value;
  return operand.kind === 'word' ? operand.text : undefined;
}
