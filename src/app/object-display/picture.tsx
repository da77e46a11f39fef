import { Box, Image, xcss } from '@forge/react';
import { useMemo } from 'react';
import type { FilePicture } from './present-value';

/** Earlier than the addresses end, which is a minute after the service was asked. */
const maximumAgeMs = 45_000;

/**
 * Whether pictures of an answer can be drawn that aren't yet: later, their addresses show nothing. Those that are drawn stay.
 * @param takenAt when the answer came, in milliseconds since the epoch; undefined for one without pictures
 */
export function useFreshPictures(takenAt: number | undefined): boolean {
  return useMemo(() => takenAt !== undefined && !isOld(takenAt), [takenAt]);
}

/** Whether what the answer says of pictures has to be asked anew. */
export function isOld(takenAt: number): boolean {
  return Date.now() - takenAt > maximumAgeMs;
}

interface PictureProps {
  readonly picture: FilePicture;
  /** In CSS pixels. */
  readonly side: 40 | 96;
}

/** A small picture of a file, as high as it is wide. UI Kit draws the name of the file where it can't be loaded. */
export function Picture({ picture: { address, fileName }, side }: PictureProps) {
  const length = `${side}px`;
  return (
    <Box xcss={boxes[side]}>
      <Image src={address} alt={fileName} width={length} height={length} />
    </Box>
  );
}

/** Beside a long text it keeps its room. */
const boxes = {
  40: xcss({ width: '40px', minWidth: '40px', height: '40px', overflow: 'hidden' }),
  96: xcss({ width: '96px', minWidth: '96px', height: '96px', overflow: 'hidden' }),
};
