const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Loads once, however often it is asked, and tries again until it has come. `now` throws before. */
export const createArrival = <Cargo>(load: () => Promise<Cargo>, wait: (ms: number) => Promise<void>) => {
  let cargo: Cargo | null = null;
  let coming: Promise<Cargo> | null = null;
  const fetchIt = async (pauseMs: number): Promise<Cargo> => {
    try {
      cargo = await load();
      return cargo;
    } catch {
      await wait(pauseMs);
      return fetchIt(Math.min(pauseMs * 2, LONGEST_PAUSE_MS));
    }
  };
  return {
    come: (): Promise<Cargo> => {
      coming ??= fetchIt(FIRST_PAUSE_MS);
      return coming;
    },
    now: (): Cargo => {
      if (cargo === null) throw new Error('not arrived yet');
      return cargo;
    },
  };
};

/** Loads when it is first asked; a failure is told to whoever waits, and the next one tries again. */
export const createErrand = <Cargo>(load: () => Promise<Cargo>) => {
  let cargo: Cargo | null = null;
  let coming: Promise<Cargo> | null = null;
  const fetchIt = async (): Promise<Cargo> => {
    try {
      cargo = await load();
      return cargo;
    } catch (error) {
      coming = null;
      throw error;
    }
  };
  return {
    come: (): Promise<Cargo> => {
      coming ??= fetchIt();
      return coming;
    },
    known: (): Cargo | null => cargo,
  };
};
