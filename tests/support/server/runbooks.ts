import { readFileSync } from 'node:fs';

export const SERVER_ALERTS = 'docs/alerts.yml';
/** These alerts read metrics of exporters. */
export const ENVIRONMENT_ALERTS = 'docs/alerts-environment.yml';
export const ALERT_FILES = [SERVER_ALERTS, ENVIRONMENT_ALERTS] as const;

export const alertsIn = (file: (typeof ALERT_FILES)[number]): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/- alert: (\w+)$/gm)].map(([, name = '']) => name);
