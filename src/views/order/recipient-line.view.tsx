import type { Recipient } from '../../../machines/order/order.types.ts';
import { PlayerName } from './player-name.view.tsx';

/** The role and its server. */
export const RecipientLine = ({ recipient: { roleName, serverName } }: { readonly recipient: Recipient }) => (
  <>
    <PlayerName name={roleName} />
    <span> · </span>
    <PlayerName name={serverName} />
  </>
);
