import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

/** The small form of the package: every page that is looked at has to read it. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that other colours can break. */
export const rulesOfColours = ['color-contrast', 'link-in-text-block'] as const;

/**
 * The serious and critical findings of axe on the page once it has come to rest, one line each.
 *
 * @param rules the only ones to apply, where the others have been applied to the same content
 */
export async function seriousFindings(
  page: Page | Frame,
  rules?: readonly string[],
): Promise<string[]> {
  await comeToRest(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (only) => {
    const { axe: injected } = window as unknown as { axe: Pick<typeof axe, 'run'> };
    const { violations } = await injected.run(document, {
      resultTypes: ['violations'],
      ...(only && { runOnly: [...only] }),
    });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  }, rules);
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
