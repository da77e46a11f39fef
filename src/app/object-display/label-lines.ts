/** A label of 255 characters would push everything else out of sight. */
export const labelLines = 3;
