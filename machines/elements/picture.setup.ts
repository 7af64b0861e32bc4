import { setup } from 'xstate';
import type { PictureEvent } from './picture.types.ts';

export const pictureSetup = setup({ types: { events: {} as PictureEvent } });
