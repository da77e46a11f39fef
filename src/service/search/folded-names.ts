import { foldText } from '../../query';
import { indexedWords } from '../values/searchable-text';

/** The names of options, types and people as one query compares them, each folded once. */
export class FoldedNames {
  readonly #folded = new Map<string, string>();
  readonly #words = new Map<string, readonly string[]>();

  fold(name: string): string {
    const folded = this.#folded.get(name) ?? foldText(name);
    this.#folded.set(name, folded);
    return folded;
  }

  wordsOf(name: string): readonly string[] {
    const words = this.#words.get(name) ?? indexedWords(name);
    this.#words.set(name, words);
    return words;
  }
}
