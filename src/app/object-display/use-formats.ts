import { createContext, useContext } from 'react';
import type { Formats } from './formats';

const FormatsContext = createContext<Formats | undefined>(undefined);

/** Says to all that is drawn in it how the person reads numbers and times. */
export const FormatsProvider = FormatsContext.Provider;

/** @throws {Error} where no {@link FormatsProvider} is around */
export function useFormats(): Formats {
  const formats = useContext(FormatsContext);
  if (!formats) throw new Error('Draw this inside a FormatsProvider.');
  return formats;
}
