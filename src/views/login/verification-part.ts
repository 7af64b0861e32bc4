import { lazyPage } from '../app/lazy-page.tsx';

/** The part of the login page that works with codes. */
export const verificationPart = lazyPage(
  'verification',
  async () => (await import('./verification.view.tsx')).VerificationView,
);
