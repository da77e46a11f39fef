import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

/** The small form of the package: every page that is looked at has to read it. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that other colours can break. */
export const rulesOfColours = ['color-contrast', 'link-in-text-block'] as const;

/** A page that never stops changing is judged as it was at the last of these looks. */
const maximumLooks = 5;

/**
 * The serious and critical findings of axe on the page at rest, one line each. What changed while
 * axe looked is looked at again: half a transition has colours that nobody chose.
 *
 * @param rules the only ones to apply, where the others have been applied to the same content
 */
export async function seriousFindings(
  page: Page | Frame,
  rules?: readonly string[],
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  for (let looks = 1; ; looks += 1) {
    await comeToRest(page);
    const { found, hasChanged } = await lookOnce(page, rules);
    if (found.length === 0 || !hasChanged || looks === maximumLooks) return found;
  }
}

interface Look {
  readonly found: string[];
  /** Something changed between the moment the page was at rest and the end of the look. */
  readonly hasChanged: boolean;
}

async function lookOnce(page: Page | Frame, rules?: readonly string[]): Promise<Look> {
  return page.evaluate(async (only) => {
    let hasChanged = document.getAnimations().some(isEnding);
    const observer = new MutationObserver(() => (hasChanged = true));
    const everything = { subtree: true, childList: true, attributes: true, characterData: true };
    observer.observe(document, everything);
    const { axe: injected } = window as unknown as { axe: Pick<typeof axe, 'run'> };
    const { violations } = await injected.run(document, {
      resultTypes: ['violations'],
      ...(only && { runOnly: [...only] }),
    });
    observer.disconnect();
    const found = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
    return { found, hasChanged: hasChanged || document.getAnimations().some(isEnding) };

    function isEnding({ effect }: Animation): boolean {
      return effect?.getComputedTiming().iterations !== Infinity;
    }
  }, rules);
}

/** By how many pixels the page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** Waits until nothing is on its way any more from one look to another; what turns for ever may. */
export async function comeToRest(page: Page | Frame): Promise<void> {
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    return Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });
}
