import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { RunningApi } from "../api/running-api.ts";

/** A person using the pages. */
export interface Traveller {
  api: RunningApi;
  page: Page;
  /** The base address of the pages. */
  own: string;
  /** False without JavaScript. */
  scripts: boolean;
  phone: boolean;
  /** An address where a chat accepts messages. */
  chat: string;
  /** Opens a page without being signed in. */
  stranger(address: string): Promise<Page>;
}

const main = ({ page }: Traveller) => page.locator("main");
const press = (me: Traveller, name: string | RegExp) => main(me).getByRole("button", { name }).first().click();
const follow = (me: Traveller, name: string | RegExp) => main(me).getByRole("link", { name }).first().click();
const says = ({ page }: Traveller, text: string | RegExp) => page.getByText(text).first().waitFor();
const undo = async (me: Traveller, reported: string | RegExp) => {
  await me.page.locator("#toast").getByRole("button", { name: "Undo" }).click();
  await says(me, reported);
};

/** Navigates by the bar of a phone or the rail of a desktop. */
async function go(me: Traveller, place: string): Promise<void> {
  const { page, phone } = me;
  if (!phone) return page.locator(".rail").getByRole("link", { name: place, exact: true }).click();
  const bar = page.locator("#bar").getByRole("link", { name: place, exact: true });
  if ((await bar.count()) > 0) return bar.click();
  await page.locator("#bar").getByRole("link", { name: "More" }).click();
  await main(me).getByRole("link", { name: place, exact: true }).click();
}

async function search(me: Traveller, what: string): Promise<void> {
  if (me.phone) await me.page.locator("#bar").getByRole("link", { name: "More" }).click();
  const field = me.page.getByRole("searchbox", { name: me.phone ? "Search here" : "Search or go to" });
  await field.fill(what);
  await field.press("Enter");
  await me.page.getByRole("heading", { level: 1, name: what }).waitFor();
}

const only = async ({ api }: Traveller, what: string) => (await api.call("GET", `/v1/${what}`)).body.items[0];

/** What people come to do, from any page to the result; in this order, in one database. */
export const journeys: [name: string, (me: Traveller) => Promise<void>][] = [
  [
    "a lost channel is repaired where the fault is said, and what it missed is sent",
    async (me) => {
      await me.page.goto(me.own);
      await me.page.getByText("Paste a new address").click();
      await me.page.getByLabel("New address").fill("https://nowhere.example");
      expect(await me.page.locator(".by-itself").count()).toBe(me.scripts ? 1 : 0);
      await press(me, "Save and resume");
      await says(me, "copy it in Discord");
      // The address of a form's response does not answer a reload.
      expect(await me.page.locator(".by-itself").count()).toBe(0);
      await me.page.getByLabel("New address").fill(me.chat);
      await press(me, "Save and resume");
      await says(me, "Messages to #stage resumed");
      await press(me, /^Send (?:it|them) now$/);
      await says(me, "Sending 2 messages");
      expect((await only(me, "channels")).enabled).toBe(true);
    },
  ],
  [
    "somebody is found and paused by a sentence, and that is taken back",
    async (me) => {
      await search(me, "pause mar");
      await press(me, "Pause Maria");
      await says(me, "Maria paused");
      expect((await me.api.call("GET", "/v1/targets/tgt_0")).body.enabled).toBe(false);
      await undo(me, /^Maria resumed/);
      expect((await me.api.call("GET", "/v1/targets/tgt_0")).body.enabled).toBe(true);
    },
  ],
  [
    "why nothing came is said, and its button leads to an alert in words of one's own",
    async (me) => {
      const { page } = me;
      await search(me, "Suna");
      await follow(me, /Suna/);
      await page.getByLabel("About").selectOption("now");
      await press(me, "Explain");
      await says(me, "No one would be notified: no alert matches.");
      await follow(me, "Add an alert");
      expect(await page.getByLabel("Only one (optional)").inputValue()).toBe("Suna");
      await page.getByText("Custom text").click();
      await page.getByLabel("First line, when someone goes live").fill("Come in, {{name}} is on!");
      if (!me.scripts) await press(me, "Update preview");
      await page.locator("#look").getByText("Come in, Suna is on!").first().waitFor();
      await press(me, "Add alert");
      await says(me, "Suna goes live");
      expect((await only(me, "subscriptions")).template).toEqual({ "live.started": "Come in, {{name}} is on!" });
    },
  ],
  [
    "where two change an alert at once, what stands is chosen",
    async (me) => {
      const { page, api } = me;
      const [{ id: channelId }, body] = [await only(me, "channels"), { name: "Twice", events: ["live.*"] }];
      const { id } = (await api.call("POST", "/v1/subscriptions", { ...body, channelId })).body;
      await go(me, "Alerts");
      await follow(me, "Twice");
      await page.getByLabel("Alert name").fill("Mine");
      await api.call("PATCH", `/v1/subscriptions/${id}`, { name: "Theirs", mention: "@here" });
      await press(me, "Save");
      await says(me, "Your changes are not lost.");
      await main(me).getByRole("group", { name: "Mention" }).getByText("@here").click();
      await press(me, "Save");
      await says(me, "saved");
      expect((await api.call("GET", `/v1/subscriptions/${id}`)).body).toMatchObject({ name: "Mine", mention: "@here" });
    },
  ],
  [
    "a message opened and sent again",
    async (me) => {
      await go(me, "Messages");
      // On a phone the filters are folded.
      const filter = me.page.locator(".filter > summary");
      if (await filter.isVisible()) await filter.click();
      await follow(me, "Sent");
      await me.page.locator(".m a.t").first().click();
      await press(me, "Send again");
      await says(me, "Sending again");
      await follow(me, "an earlier message");
      await says(me, "Sent again");
    },
  ],
  [
    "a digest is made, looked at before anybody gets it, and sent at once",
    async (me) => {
      await go(me, "Digests");
      await follow(me, "Add a digest");
      await me.page.getByLabel("Name").fill("The week");
      await press(me, "Show preview");
      await me.page.locator("#look .disc").waitFor();
      expect(await me.page.getByLabel("Name").inputValue()).toBe("The week");
      await press(me, "Add digest");
      await says(me, "The week added");
      await press(me, "Send now");
      await says(me, "The week is being sent");
    },
  ],
  [
    "a board is added",
    async (me) => {
      await go(me, "Boards");
      await me.page.getByLabel("Headline").fill("On stage");
      await press(me, "Post the board");
      await says(me, "Board added");
      expect((await only(me, "boards")).name).toBe("On stage");
    },
  ],
  [
    "a list is shared, and opened by somebody without a token",
    async (me) => {
      await go(me, "Sharing");
      await me.page.getByLabel("Who is it for?").fill("A client");
      await me.page.getByLabel("Shows").selectOption("default");
      await press(me, "Create links");
      const address = await main(me).locator("input[readonly]").first().inputValue();
      const seen = await me.stranger(address);
      await seen.getByRole("heading", { level: 1, name: "3 live" }).waitFor();
      expect(await seen.locator("form, button").count()).toBe(0);
      await seen.context().close();
    },
  ],
  [
    "two are compared, and taken along as a table",
    async (me) => {
      const { page } = me;
      await go(me, "Trends");
      for (const one of await page.getByRole("checkbox").all()) await one.setChecked(false);
      for (const name of ["cats", "dogs"]) await page.getByRole("checkbox", { name }).check();
      await press(me, "Show selected");
      await page.waitForURL(/s=.*s=/);
      for (const name of ["cats", "dogs"]) await page.getByRole("img", { name: new RegExp(`^#?${name}`) }).waitFor();
      const [file] = await Promise.all([page.waitForEvent("download"), follow(me, /^CSV/)]);
      expect(file.suggestedFilename()).toMatch(/\.csv$/);
      await file.delete();
    },
  ],
  [
    "the wall says who is on air, and nothing more",
    async (me) => {
      await go(me, "Wall");
      await me.page.getByRole("heading", { level: 1, name: "3 live" }).waitFor();
      expect(await me.page.locator("form, button, a").count()).toBe(0);
    },
  ],
  [
    "whoever was found is watched for new videos in two clicks, and for followers in two; both are taken back",
    async (me) => {
      const { api, page } = me;
      const of = async (kind: string) => (await api.call("GET", `/v1/targets?kind=${kind}`)).body.items;
      await search(me, "Maria");
      await follow(me, /Maria/);
      await press(me, /^Notify me.*New videos$/);
      await says(me, "Added for Maria: New videos. Alerts go to #stage.");
      const [videos] = await of("list");
      expect(videos).toMatchObject({ params: { operation: "user.videos" }, settings: { timeField: "time" } });
      expect(await page.getByLabel("Number of followers").inputValue()).toBe("100,000");
      await press(me, /^Notify me.*Followers$/);
      await says(me, "Added for Maria: 100,000 followers. Alerts go to #stage.");
      // By keyboard: Enter in the number sends it, not what the first row offers.
      await page.getByLabel("Number of followers").fill("250K");
      await page.getByLabel("Number of followers").press("Enter");
      await says(me, "250,000 followers");
      const watch = [{ field: "followers", milestones: [100_000, 250_000] }];
      expect((await of("record"))[0].settings).toEqual({ watch });
      const alerts = (await api.call("GET", "/v1/subscriptions")).body.items;
      expect(alerts.map(({ targetId, events }: { targetId: string; events: string[] }) => [targetId, events])).toEqual(
        expect.arrayContaining([
          [videos.id, ["item.appeared"]],
          [(await of("record"))[0].id, ["field.milestone"]],
        ]),
      );
      await main(me).getByRole("button", { name: "Remove 100,000" }).focus();
      await page.keyboard.press("Enter");
      await says(me, "Removed for Maria: Followers");
      await press(me, "Remove 250,000");
      await undo(me, "Added for Maria: 250,000 followers. Alerts go to #stage.");
      await press(me, /^Stop.*New videos$/);
      await says(me, "Removed for Maria: New videos");
      expect([(await of("list")).length, (await of("record")).length]).toEqual([0, 1]);
    },
  ],
];
