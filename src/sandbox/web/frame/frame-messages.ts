/** What a Custom UI page and the page around it say to each other beside the app's own calls. */

/** The frame's first message to the page around it, with the port for all that follows. */
export const connectMessage = 'sandbox:connect';

/** What the frame calls by name; everything else is a command of the bridge. */
export const resizedCall = 'sandbox:resized';

/** What the page around it calls by name. */
export const themeCall = 'sandbox:theme';

export type ColorMode = 'light' | 'dark';
