import { status } from "../../../flows/browse/status.ts";
import { Problem } from "../../http/problem.ts";
import type { Page, Visit } from "../page.ts";
import { Avatar, Name } from "../parts/name.tsx";
import { show } from "../show.tsx";
import { enterByLink } from "../sign-in/sign-in.ts";

async function now(visit: Visit): Promise<Response> {
  const { liveNow } = await status(visit.ports.status);
  const headline = liveNow.length === 0 ? "Nobody is on air" : `${liveNow.length} on air`;
  const body = (
    <>
      <div class="head" id="head" data-live>
        <div>
          <h1>{headline}</h1>
        </div>
      </div>
      <ul class="rows card" id="stage" data-live>
        {liveNow.map(({ targetId, name }) => (
          <li class="used">
            <Avatar name={name} of={targetId} live />
            <Name of={name} />
          </li>
        ))}
      </ul>
    </>
  );
  return show(visit, { title: headline, path: "/", body });
}

export const nowPages: Page[] = [
  {
    method: "get",
    path: "/",
    // The link of a start signs in here: who comes without one must be signed in, as everywhere.
    scope: "public",
    async handle(visit) {
      const link = visit.url.searchParams.get("link");
      if (link !== null) return enterByLink(visit, link);
      if (visit.session === null) throw new Problem(401, "Sign in first.");
      return now({ ...visit, session: visit.session });
    },
  },
];
