import { createBrowserReceiver, type StatelyInspectionEvent } from '@statelyai/inspect';

declare global {
  interface Window {
    seen: StatelyInspectionEvent[];
  }
}

window.seen = [];
createBrowserReceiver().subscribe((message) => window.seen.push(message));
