import { createInspection } from '../inspect/inspection.ts';
import { openInspectorWindow } from '../inspect/inspector-window.ts';
import { plainValue } from '../inspect/plain-value.ts';
import type { Json } from '../redact/redactor.ts';
import type { ConnectViewer, ViewerConnection, ViewerOptions } from './connect-viewer.types.ts';

const typeOf = (data: unknown): { readonly type?: string } =>
  typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string'
    ? { type: data.type }
    : {};

/** A mask that throws hides its data. An event keeps its type, because the viewer refuses an event without one. */
const masked =
  (mask: NonNullable<ViewerOptions['mask']>) =>
  (data: unknown): Json => {
    try {
      return plainValue(mask(data));
    } catch {
      return { ...typeOf(data), mask: 'failed' };
    }
  };

export const connectViewer: ConnectViewer = ({ url, frame = null, mask = (data) => data }) => {
  const inspection = createInspection(() => openInspectorWindow(window, url, frame), masked(mask));
  const open = (): boolean => {
    inspection.open(url);
    return !inspection.state().blocked;
  };
  const inspect: ViewerConnection['inspect'] = (event) => {
    try {
      inspection.see(event);
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: an error here must not stop the app, and its developer reads the console
      console.warn('The viewer misses a message of this app.', error);
    }
  };
  if (frame) open();
  return { inspect, open, close: inspection.close };
};
