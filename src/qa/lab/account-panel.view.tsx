import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { List } from '../../ui/list.tsx';
import { errorMessage, type PanelProps } from './order-panel.view.tsx';

/** Temporary accounts for a login in another tab. */
export const AccountPanel = ({ lab: { sandbox }, onDone }: PanelProps): ReactNode => {
  const [made, setMade] = useState<readonly { readonly account: string; readonly password: string }[]>([]);
  const make = async (): Promise<void> => {
    const result = await sandbox.newAccount();
    if (result.ok) setMade((before) => [...before, result.value]);
    onDone('new account')(errorMessage(result));
  };
  return (
    <section>
      <h2>Accounts</h2>
      <Button variant="secondary" onClick={() => void make()}>
        New account
      </Button>
      <List>
        {made.map(({ account, password }) => (
          <li key={account}>
            Account <code>{account}</code>, password <code>{password}</code>
          </li>
        ))}
      </List>
    </section>
  );
};
