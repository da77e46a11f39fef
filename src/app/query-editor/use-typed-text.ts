import { useEffect, useRef, useState } from 'react';

/**
 * For an input whose text the host keeps while a person types: a text that came back from here
 * would move the caret. A text that was changed in another way is shown by drawing the input anew,
 * which a new `revision` as its key does.
 * @see docs/platform-assumptions.md, 24
 */
export function useTypedText(text: string, onChange: (text: string) => void) {
  const [revision, setRevision] = useState(0);
  const shown = useRef(text);
  useEffect(() => {
    if (shown.current === text) return;
    shown.current = text;
    setRevision((current) => current + 1);
  }, [text]);
  return {
    revision,
    type(typed: string) {
      shown.current = typed;
      onChange(typed);
    },
  };
}
