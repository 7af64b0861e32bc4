/** `/api/setting/init`. Empty where the API does not say. */
export type PortalConfig = {
  readonly gameInfo: { readonly gameId: string; readonly name: string; readonly cgi: string };
  readonly loggerUrl: string | null;
};
