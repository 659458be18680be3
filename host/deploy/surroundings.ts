import type { Project } from "./project.ts";
import type { SecretName, Settings } from "./settings.ts";
import type { Wrangler } from "./wrangler.ts";

/** What a deployment works with: the project, the settings, and how to talk to the user and to Cloudflare. */
export interface Surroundings {
  project: Project;
  settings: Settings;
  /** Secrets of the Worker to be replaced by given values. */
  replace: SecretName[];
  state: string;
  /** The region of a new database, as D1 names it; null leaves it to Cloudflare. */
  location: string | null;
  /** The configuration file that is written and deployed. */
  config: string;
  wrangler: Wrangler;
  say: (line: string) => void;
  ask: (name: string, secret: boolean) => Promise<string | null>;
  /** True without a person watching. Secrets are then not generated, because they would end up in a log. */
  unattended: boolean;
  /** True if Cloudflare builds, which sets the secrets of its form itself. */
  cloudflareBuilds: boolean;
  awakeWithinMs: number;
}
