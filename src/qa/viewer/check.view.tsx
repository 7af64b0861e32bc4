import type { ReactNode } from 'react';
import controls from './controls.module.css';

export type CheckProps = { readonly label: string; readonly isOn: boolean; readonly onChange: () => void };

export const Check = ({ label, isOn, onChange }: CheckProps): ReactNode => (
  <label className={controls['check']}>
    <input type="checkbox" checked={isOn} onChange={onChange} />
    {label}
  </label>
);
