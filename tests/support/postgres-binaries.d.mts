/** Folder with initdb and postgres; '' when TEST_DATABASE_URL names a server; null when there is neither. */
export const findPostgres: () => string | null;
