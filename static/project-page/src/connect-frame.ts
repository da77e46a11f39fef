import {
  childMessage,
  connectMessage,
  type ChildMessage,
  type ParentMessage,
} from './frame-messages';

export interface FrameConnection {
  /** Nothing where the embedded page isn't connected. */
  send(message: ParentMessage): void;
  end(): void;
}

interface FrameOptions {
  /** The page to load; no message leaves for any other origin than its own. */
  readonly url: string;
  readonly onMessage: (message: ChildMessage) => void;
}

/**
 * Loads a page into a frame and hands it a port as soon as it is there. Nothing is listened to but
 * that port, and it goes to the page's own origin alone: what any other window sends is never read.
 * @see docs/platform-assumptions.md, 56
 */
export function connectFrame(
  frame: HTMLIFrameElement,
  { url, onMessage }: FrameOptions,
): FrameConnection {
  let port: MessagePort | undefined;
  const connect = () => {
    port?.close();
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = childMessage.safeParse(data);
      if (message.success) onMessage(message.data);
    };
    frame.contentWindow?.postMessage(connectMessage, new URL(url).origin, [channel.port2]);
  };
  frame.addEventListener('load', connect);
  frame.src = url;
  return {
    send: (message) => port?.postMessage(message),
    end() {
      frame.removeEventListener('load', connect);
      port?.close();
    },
  };
}
