import { problemTexts, type ProblemCode } from './problem-texts';
import type { ProblemReply } from './reply';

/** @param detail what the person needs to know of this very case */
export function problemReply(code: ProblemCode, detail?: string): ProblemReply {
  return {
    kind: 'problem',
    code,
    ...problemTexts[code],
    ...(detail === undefined ? {} : { detail }),
  };
}
