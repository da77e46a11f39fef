/** As long as browsers let a page open a window after a click. */
const maximumAgeMs = 5_000;

let clickedAt = -Infinity;
addEventListener('click', () => (clickedAt = performance.now()), { capture: true });

/** Whether the person has clicked on this page in the last seconds, with the mouse or the keyboard. */
export function hasJustClicked(): boolean {
  return performance.now() - clickedAt < maximumAgeMs;
}
