export type Tone = 'plain' | 'good' | 'bad' | 'faint' | 'typed';

/** Where commands show what they do and ask what they need to know. */
export interface Screen {
  /** Whether / opens a menu, and keys move in it. */
  readonly hasMenu: boolean;
  print(text: string, tone?: Tone): void;
  /** What is going on now; the next one replaces it, and the end of the command removes it. */
  progress(text: string): void;
  /** The next piece of an answer that arrives bit by bit. */
  stream(text: string): void;
  clear(): void;
  /** Puts a line back where it was typed, to be changed. */
  putBack(line: string): void;
  /** Also false if the person cancels. */
  confirm(summary: string): Promise<boolean>;
  /** What is typed hidden; undefined if the person cancels. */
  askHidden(label: string): Promise<string | undefined>;
  /** The index of the chosen one; undefined if the person cancels. */
  choose(label: string, options: readonly string[]): Promise<number | undefined>;
}
