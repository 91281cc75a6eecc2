/**
 * The socket that a connection runs over. Comes in as a factory: browsers and Deno have `WebSocket`, Node 20 brings the
 * `ws` package's.
 * @module
 */

/** What a socket tells. `onClose` comes once, whoever closed it, also when it never opened. */
export interface SocketEvents {
  onMessage(text: string): void;
  onClose(): void;
}

/** An opening or open socket. */
export interface Socket {
  /** Sends a text frame. Before it is open, or after its end, nothing happens. */
  send(text: string): void;
  close(): void;
}

/** Opens a socket. Never throws: what cannot be opened closes. */
export type Connect = (url: string, events: SocketEvents) => Socket;

/** What `WebSocket` has in browsers, in Deno and in `ws`. */
export interface WebSocketLike {
  readonly readyState: number;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  send(text: string): void;
  close(): void;
}

const OPEN = 1;

/** A {@linkcode Connect} over anything like `WebSocket`: `webSockets((url) => new WebSocket(url))`. */
export function webSockets(make: (url: string) => WebSocketLike): Connect {
  return (url, events) => {
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      events.onClose();
    };
    let socket: WebSocketLike;
    try {
      socket = make(url);
    } catch {
      queueMicrotask(end);
      return { send: () => {}, close: () => {} };
    }
    socket.onmessage = ({ data }) => {
      // A binary frame is none of this protocol's; an empty text is refused where frames are read.
      if (!ended) events.onMessage(typeof data === "string" ? data : "");
    };
    socket.onclose = end;
    socket.onerror = end;
    return {
      send: (text) => {
        if (socket.readyState === OPEN) socket.send(text);
      },
      close: () => {
        // A peer that is gone would be waited for: the connection counts as ended now.
        end();
        socket.close();
      },
    };
  };
}
