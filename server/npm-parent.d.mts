/** Under npm: SIGTERM for this process once the shell that started it is gone. */
export const stopWithNpm: () => void;
