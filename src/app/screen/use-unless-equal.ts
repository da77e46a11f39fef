import { useState } from 'react';

/** The same object as before while it says the same. */
export function useUnlessEqual<Value>(value: Value): Value {
  const [kept, keep] = useState(value);
  if (JSON.stringify(kept) === JSON.stringify(value)) return kept;
  keep(value);
  return value;
}
