import { createBrowserReceiver, type StatelyInspectionEvent } from '@statelyai/inspect';

declare global {
  interface Window {
    /** Messages to the inspector, oldest first. */
    seen: StatelyInspectionEvent[];
  }
}

window.seen = [];
createBrowserReceiver().subscribe((message) => window.seen.push(message));
