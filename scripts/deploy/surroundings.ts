import type { Project } from "./project.ts";
import type { SecretName, Settings } from "./settings.ts";
import type { Wrangler } from "./wrangler.ts";

/** What a deployment works with: what is deployed, what a person gave, and how it speaks with them and with Cloudflare. */
export interface Surroundings {
  project: Project;
  settings: Settings;
  /** Secrets of the Worker to be replaced by what is given. */
  replace: SecretName[];
  state: string;
  /** Where a database is made, as D1 names regions; null leaves it to Cloudflare. */
  location: string | null;
  /** The configuration that is written and deployed. */
  config: string;
  wrangler: Wrangler;
  say: (line: string) => void;
  ask: (name: string, secret: boolean) => Promise<string | null>;
  /** True where nobody watches: then no secret is made, for it would end in a log. */
  unattended: boolean;
  /** True where Cloudflare builds: it sets the secrets of its form itself. */
  cloudflareBuilds: boolean;
  awakeWithinMs: number;
}
