import { type ReactNode, useSyncExternalStore } from 'react';
import { type BrowserActions, type PortalActor, PortalProvider } from '../../views/app/portal.context.tsx';
import { PortalView } from '../../views/shell/portal.view.tsx';
import type { Scene, Stage } from './stage.ts';

/** A click on the stage reaches nothing: the recording alone decides. */
const browserActionsOf = (scene: Scene, theme: 'dark' | 'light', onLocale: (tag: string) => void): BrowserActions => ({
  openPaymentWindow: () => null,
  openLinkWindow: () => null,
  serviceLink: () => null,
  newKey: () => '',
  serverNow: () => scene.serverNow,
  keepSecret: () => '',
  copyText: async () => false,
  changeLocale: onLocale,
  theme: { current: () => theme, subscribe: () => () => undefined, change: () => undefined },
  reloadPage: () => undefined,
  printPage: () => undefined,
  saveFile: async () => undefined,
  appVersion: 'recorded',
});

export const StageView = ({
  stage,
  theme,
  onLocale,
}: {
  readonly stage: Stage;
  readonly theme: 'dark' | 'light';
  readonly onLocale: (tag: string) => void;
}): ReactNode => {
  const scene = useSyncExternalStore(stage.listen, stage.now);
  if (!scene) return null;
  return (
    <div inert data-stage={scene.take} data-row={scene.replay.position()}>
      <PortalProvider
        key={scene.take}
        portal={scene.replay.root as unknown as PortalActor}
        browserActions={browserActionsOf(scene, theme, onLocale)}
      >
        <PortalView />
      </PortalProvider>
    </div>
  );
};
