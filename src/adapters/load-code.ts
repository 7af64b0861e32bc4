import { failure } from '../../machines/kernel/failure.ts';
import { loadChunk } from '../loader/chunk-deadline.ts';

/** Loads code that few visits need. Rejects with `loadFailed` and status 500: a later try may succeed. */
export const loadCode = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  try {
    return await loadChunk(load);
  } catch {
    throw failure('loadFailed', { status: 500 });
  }
};
