import { lazyPage } from '../app/lazy-page.tsx';

/** The forms of the login page that use codes. */
export const verificationPart = lazyPage(
  'verification',
  async () => (await import('./verification.view.tsx')).VerificationView,
);
