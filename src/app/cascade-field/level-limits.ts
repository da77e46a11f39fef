/** Of a field. */
export const maximumLevels = 10;

/** In characters. */
export const maximumLevelNameLength = 100;
