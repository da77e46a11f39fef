import { useState } from 'react';
import type { Reply } from '../replies/reply';

const maximumAnswers = 200;

/** Asks for what matches a text. */
type Ask<Value> = (text: string) => Promise<Reply<Value>>;

/** Keeps in this screen alone what a form has been answered since it was opened: nothing is asked twice. */
export function useFormMemory<Value>() {
  const [memory] = useState(createFormMemory<Value>);
  return memory;
}

export type FormMemory<Value> = ReturnType<typeof createFormMemory<Value>>;

/** The newest answers. What failed is asked again. */
function createFormMemory<Value>() {
  const answers = new Map<string, Promise<Reply<Value>>>();

  function keep(key: string, asked: Promise<Reply<Value>>) {
    answers.set(key, asked);
    const [oldest = key] = answers.keys();
    if (answers.size > maximumAnswers) answers.delete(oldest);
    void asked.then(({ kind }) => kind === 'ok' || answers.delete(key));
  }

  /**
   * Makes a function that asks for each text once.
   * @param question what the answer depends on beside the text, as data
   */
  return (question: unknown, ask: Ask<Value>): Ask<Value> =>
    (text) => {
      const key = JSON.stringify([question, text]);
      const known = answers.get(key);
      if (known) return known;
      const asked = ask(text);
      keep(key, asked);
      return asked;
    };
}
