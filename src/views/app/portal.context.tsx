import { useSelector } from '@xstate/react';
import { createContext, type PropsWithChildren, useContext } from 'react';
import type { ActorRefFrom, AnyStateMachine, StateValue } from 'xstate';
import type { portalMachine } from '../../../machines/portal/portal.machine.ts';
import type { signedInMachine } from '../../../machines/signed-in/signed-in.machine.ts';

export type PortalActor = ActorRefFrom<typeof portalMachine>;
export type PlayerActor = ActorRefFrom<typeof signedInMachine>;

/** A message to a machine with the state before it. If `type` is null: the state after the oldest message that has none yet. */
export type Breadcrumb = readonly [
  machine: Pick<AnyStateMachine, 'id' | 'events'>,
  /** Session id of the actor; a counter of this page. */
  session: string,
  value: StateValue,
  type: string | null,
  /** The message is from the page: a click, or the router. */
  isFromPage: boolean,
];

/** The last steps of the machines, oldest first. `total`: messages since the page load. */
export type Breadcrumbs = { readonly entries: readonly Breadcrumb[]; readonly total: number };

/** Browser actions. Some are allowed only inside a click, so a view calls them before it sends an event. Implemented by src/platform. */
export type BrowserActions = {
  /** Opens a blank payment window inside the click. Returns its reference, or null when the browser blocked it. */
  readonly openPaymentWindow: () => string | null;
  /** Opens a blank window that shows `text` until an external link loads. Returns its reference, or null when it was blocked. */
  readonly openLinkWindow: (text: { readonly title: string; readonly text: string }) => string | null;
  /** The customer-service link that this browser stores, in any state of the portal. */
  readonly serviceLink: () => string | null;
  /** The link back to the game that the player came from, or null. */
  readonly returnLink: () => string | null;
  /** A new idempotency key (UUID v4). */
  readonly newKey: () => string;
  /** Server time in epoch ms. Unaffected by changes of the device clock. */
  readonly serverNow: () => number;
  /** Epoch ms of the server → epoch ms of the device: a deadline as the player's own clock shows it. */
  readonly toDeviceTime: (serverMs: number) => number;
  /** Puts a secret into the vault. Only the returned reference may appear in events. */
  readonly storeSecret: (secret: string) => string;
  /** Resolves to false when the clipboard refuses. */
  readonly copyText: (text: string) => Promise<boolean>;
  readonly changeLocale: (tag: string) => void;
  /** The page of the URL is drawn: the portal is usable. */
  readonly markPageDrawn: () => void;
  readonly theme: {
    readonly current: () => 'dark' | 'light' | 'system';
    /** Calls back after each change; returns the unsubscribe function. */
    readonly subscribe: (listener: () => void) => () => void;
    readonly change: (theme: 'dark' | 'light' | 'system') => void;
  };
  readonly reloadPage: () => void;
  readonly printPage: () => void;
  /** Saves a text file; `type` is its MIME type. */
  readonly saveFile: (name: string, type: string, text: string) => Promise<void>;
  readonly appVersion: string;
  readonly readBreadcrumbs: () => Breadcrumbs;
};

type PortalContextValue = { readonly portal: PortalActor; readonly browserActions: BrowserActions };

const PortalContext = createContext<PortalContextValue | null>(null);

export const PortalProvider = ({ portal, browserActions, children }: PropsWithChildren<PortalContextValue>) => (
  <PortalContext value={{ portal, browserActions }}>{children}</PortalContext>
);

const usePortalContext = (): PortalContextValue => {
  const value = useContext(PortalContext);
  if (!value) throw new Error('PortalProvider is missing');
  return value;
};

export const usePortal = (): PortalActor => usePortalContext().portal;

/** The signed-in half; undefined before a login, and while its code loads. */
export const usePlayer = (): PlayerActor | undefined => useSelector(usePortal(), ({ children }) => children.signedIn);

export const useBrowserActions = (): BrowserActions => usePortalContext().browserActions;
