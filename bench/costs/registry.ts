import { routes as ofApi } from "../../src/wiring/api/routes.ts";
import { pages as ofPages } from "../../src/wiring/pages/pages.ts";

interface Registered {
  method: string;
  path: string;
  scope: string;
}

/** Every route and page, as far as requests need them. */
export interface Registry {
  routes: Registered[];
  pages: Registered[];
}

const registered = ({ method, path, scope }: Registered): Registered => ({ method, path, scope });

export const registry: Registry = { routes: ofApi.map(registered), pages: ofPages.map(registered) };
