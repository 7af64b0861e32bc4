import type { InspectionEvent } from 'xstate';

export type ViewerOptions = {
  /** Where the folder `page` of this package is served, such as `/viewer/`. */
  readonly url: string;
  /** Shows the viewer in this frame, from the start. Without it, `open` opens a window. */
  readonly frame?: HTMLIFrameElement | null;
  /**
   * Called with each event, context, input, output and error before it is sent; the viewer gets what it returns. Without it the viewer
   * shows everything. Charts are sent as they are, with a context that a machine defines as a literal.
   */
  readonly mask?: (data: unknown) => unknown;
};

export type ViewerConnection = {
  /** For the option `inspect` of `createActor`. It never throws. */
  readonly inspect: (event: InspectionEvent) => void;
  /** Opens the viewer and sends what happened so far. Call it in a click. False: the browser blocked the window. */
  readonly open: () => boolean;
  /** Sends nothing more until the next `open`. */
  readonly close: () => void;
};

/** Connects an app to the viewer. Before `open` it only collects, at most 20 000 inspection events. */
export type ConnectViewer = (options: ViewerOptions) => ViewerConnection;
