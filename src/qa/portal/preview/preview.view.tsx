import { type BrowserActions, type PortalActor, PortalProvider } from '../../../views/app/portal.context.tsx';
import { PortalView } from '../../../views/shell/portal.view.tsx';
import type { Scene } from './preview.ts';

type Theme = 'dark' | 'light' | 'system';

/** Clicks do nothing: only the recording decides. */
const browserActionsOf = (scene: Scene, theme: Theme, onLocale: (tag: string) => void): BrowserActions => ({
  openPaymentWindow: () => null,
  openLinkWindow: () => null,
  serviceLink: () => null,
  returnLink: () => null,
  newKey: () => '',
  serverNow: () => scene.serverNow,
  toDeviceTime: (serverMs) => serverMs - scene.offsetMs,
  storeSecret: () => '',
  copyText: async () => false,
  changeLocale: onLocale,
  markPageDrawn: () => undefined,
  theme: { current: () => theme, subscribe: () => () => undefined, change: () => undefined },
  reloadPage: () => undefined,
  printPage: () => undefined,
  saveFile: async () => undefined,
  appVersion: 'recorded',
  readBreadcrumbs: () => ({ entries: [], total: 0 }),
});

export type SceneViewProps = {
  readonly scene: Scene;
  readonly theme: Theme;
  readonly onLocale: (tag: string) => void;
};

export const SceneView = ({ scene, theme, onLocale }: SceneViewProps) => (
  <div inert data-preview={scene.revision} data-row={scene.replay.position()}>
    <PortalProvider
      key={scene.revision}
      portal={scene.replay.root as unknown as PortalActor}
      browserActions={browserActionsOf(scene, theme, onLocale)}
    >
      <PortalView />
    </PortalProvider>
  </div>
);
