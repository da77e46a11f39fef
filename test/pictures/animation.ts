import { writeFile } from 'node:fs/promises';

const secondsPerFrame = 1.6;

/**
 * Writes pictures that follow each other into one SVG file, which browsers play without a script. For people who want
 * less motion, the last picture stands still.
 */
export async function writeAnimation(
  path: string,
  frames: readonly Buffer[],
  { width, height }: { readonly width: number; readonly height: number },
): Promise<void> {
  const seconds = frames.length * secondsPerFrame;
  const share = 100 / frames.length;
  const images = frames.map(
    (frame, index) =>
      `<image width="${width}" height="${height}" style="animation-delay:${index * secondsPerFrame}s" href="data:image/png;base64,${frame.toString('base64')}"/>`,
  );
  const style = [
    `@keyframes show{0%,${share}%{opacity:1}${share + 0.01}%,100%{opacity:0}}`,
    `image{opacity:0;animation:show ${seconds}s step-end infinite}`,
    `@media (prefers-reduced-motion:reduce){image{animation:none}image:last-of-type{opacity:1}}`,
  ].join('');
  await writeFile(
    path,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><style>${style}</style>${images.join('')}</svg>\n`,
  );
}
