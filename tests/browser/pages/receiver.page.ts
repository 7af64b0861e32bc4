import { createBrowserReceiver, type StatelyInspectionEvent } from '@statelyai/inspect';

declare global {
  interface Window {
    /** What the inspector was told, oldest first. */
    seen: StatelyInspectionEvent[];
  }
}

window.seen = [];
createBrowserReceiver().subscribe((message) => window.seen.push(message));
