import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { metered } from "../../src/db/meter.ts";
import { HOST } from "../support/jar.ts";
import { FORM_TYPE } from "../support/http-server.ts";
import { runs } from "../support/runs.ts";
import { context } from "./visitor.ts";
import { linkIn, mailWorld, PUBLIC } from "./unsubscribing.ts";

let world: Awaited<ReturnType<typeof mailWorld>>;
beforeAll(async () => {
  world = await mailWorld();
});
beforeEach(() => world.api.clear());
afterAll(() => world.stop());

const textOf = async (response: Response): Promise<string> => response.text();
/** A page without what differs in each rendering. */
const bare = (text: string): string => text.replaceAll(/nonce="\w+"/g, "");

test("several recipients get a link that asks for the address, and it removes only that one", async () => {
  const id = await world.channel();
  const mail = await world.emailOf(id);
  const link = linkIn(mail);
  expect(link).toMatch(new RegExp(`^${PUBLIC}/unsubscribe/${id}\\.\\.[0-9a-z]{26}$`));
  expect(mail.headers).not.toHaveProperty("List-Unsubscribe-Post");
  expect(mail.text.split("\n").at(-1)).toBe(`Unsubscribe: ${link}`);
  expect(mail.html).toContain(`href="${link}"`);
  const page = await textOf(await world.open(link));
  expect(page).toContain('name="address"');
  expect((await world.shown(id)).settings.to).toBe("maria@example.com, team@example.com");
  const done = await world.type(link, " Maria <MARIA@example.com> ");
  expect([done.status, await textOf(done)]).toEqual([
    200,
    expect.stringContaining("This address gets no more of these emails"),
  ]);
  expect(await world.shown(id)).toMatchObject({
    enabled: true,
    disabledReason: null,
    settings: { to: "team@example.com" },
  });
  expect((await world.emailOf(id)).to).toEqual(["team@example.com"]);
});

test("the answer is the same for a recipient, for others and for a deleted channel", async () => {
  const id = await world.channel();
  const link = linkIn(await world.emailOf(id));
  const answers = [];
  for (const address of ["nobody@example.com", "maria@example.com", "maria@example.com"]) {
    const response = await world.type(link, address);
    answers.push([response.status, bare(await textOf(response))]);
  }
  await world.api.call("DELETE", `/v1/channels/${id}`);
  const gone = await world.type(link, "team@example.com");
  answers.push([gone.status, bare(await textOf(gone))]);
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
});

test("opening links changes nothing, reads nothing and names nothing", async () => {
  const id = await world.channel({ to: "maria@example.com" }, "Secret name");
  const link = linkIn(await world.emailOf(id));
  let statements = 0;
  const env = {
    ...world.api.env,
    DB: metered(world.api.db, { statements: 0 }, Infinity, (name, by) => {
      if (name === "d1|statements") statements += by;
    }),
  };
  // A new environment asks whether the schema is current.
  await world.api.send(new Request(`${HOST}/sign-in`), env);
  statements = 0;
  for (const method of ["GET", "HEAD"]) {
    const response = await world.api.send(new Request(link.replace(PUBLIC, HOST), { method }), env);
    expect(response.status).toBe(200);
    expect(await textOf(response)).not.toMatch(/maria|Secret name/i);
    expect(response.headers.get("cache-control")).toContain("no-store");
  }
  expect([statements, (await world.shown(id)).settings.to]).toEqual([0, "maria@example.com"]);
  const german = await textOf(await world.open(link, { "accept-language": "de" }));
  expect(german).toContain("Von diesen E-Mails abmelden");
});

test("a single recipient unsubscribes with one click, and the channel is turned off", async () => {
  const id = await world.channel({ to: "maria@example.com" });
  const mail = await world.emailOf(id);
  const link = linkIn(mail);
  expect(mail.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  expect(link).not.toContain("maria");
  expect((await world.click(link)).status).toBe(200);
  expect(await world.shown(id)).toMatchObject({
    enabled: false,
    disabledReason: "everyone unsubscribed",
    settings: { to: "", token: "…" },
  });
  const tested = (await world.api.call("POST", `/v1/channels/${id}/test`)).body;
  expect(tested).toMatchObject({ ok: false, detail: "Everyone has unsubscribed: enter a recipient first." });
  const refused = await world.api.call("PATCH", `/v1/channels/${id}`, { enabled: true });
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, "/settings/to"]);
  // Everything else works on a channel without recipients.
  expect((await world.api.call("PATCH", `/v1/channels/${id}`, { name: "Other" })).status).toBe(200);
  const exported = (await world.api.call("GET", "/v1/export?secrets=encrypted")).body;
  expect((await world.api.call("PUT", "/v1/config", exported)).body.errors).toBe(undefined);
  const again = { enabled: true, settings: { to: "maria@example.com" } };
  expect((await world.api.call("PATCH", `/v1/channels/${id}`, again)).body).toMatchObject({
    enabled: true,
    disabledReason: null,
  });
  expect((await world.emailOf(id)).to).toEqual(["maria@example.com"]);
});

test("a click also comes as multipart, and our own button is the same form", async () => {
  const id = await world.channel({ to: "maria@example.com" });
  const link = linkIn(await world.emailOf(id));
  const page = await textOf(await world.open(link));
  expect(page).toContain('name="List-Unsubscribe" value="One-Click"');
  const form = new FormData();
  form.append("List-Unsubscribe", "One-Click");
  expect((await world.post(link, form)).status).toBe(200);
  expect((await world.shown(id)).settings.to).toBe("");
});

test("a click removes the one it was made for, whoever is a recipient by now", async () => {
  const id = await world.channel({ to: "maria@example.com" });
  const link = linkIn(await world.emailOf(id));
  const becomes = async (to: string) => {
    await world.api.call("PATCH", `/v1/channels/${id}`, { settings: { to } });
    expect((await world.click(link)).status).toBe(200);
    return (await world.shown(id)).settings.to;
  };
  expect(await becomes("team@example.com")).toBe("team@example.com");
  expect(await becomes("team@example.com, Maria@example.com")).toBe("team@example.com");
});

test("a click on a link for all asks for the address, and nonsense does too", async () => {
  const id = await world.channel();
  const link = linkIn(await world.emailOf(id));
  expect((await world.click(link)).status).toBe(422);
  for (const address of ["", "maria", "maria@example.com, team@example.com", "x".repeat(10_000), "a@b\r\nBcc: c@d"])
    expect([address.slice(0, 40), (await world.type(link, address)).status]).toEqual([address.slice(0, 40), 422]);
  const echoed = await textOf(await world.type(link, '"><script>alert(1)</script>'));
  expect(echoed).not.toContain("<script>alert");
  expect((await world.shown(id)).settings.to).toBe("maria@example.com, team@example.com");
});

test("a link is good for its own channel and this instance alone", async () => {
  const [one, other] = [await world.channel(), await world.channel({}, "Other")];
  const own = linkIn(await world.emailOf(one));
  const single = linkIn(await world.emailOf(await world.channel({ to: "maria@example.com" }, "Single")));
  const foreign = {
    ...world.api.env,
    ENCRYPTION_KEYS: undefined,
    ADMIN_TOKEN: "another-token-of-another-instance-0123456789",
  };
  const forged = [
    own.replace(one, other),
    single.replace(/unsubscribe\/\w+/, `unsubscribe/${one}`),
    single.replace(/\.\w+\./, ".."),
    own.replace("..", `.${"0".repeat(26)}.`),
    `${own.slice(0, -1)}${own.endsWith("0") ? "1" : "0"}`,
    `${own}0`,
    own.toUpperCase().replace(PUBLIC.toUpperCase(), PUBLIC),
    `${PUBLIC}/unsubscribe/${one}`,
    `${PUBLIC}/unsubscribe/%2e%2e%2f`,
  ];
  for (const link of forged) {
    expect([link, (await world.open(link)).status]).toEqual([link, 404]);
    expect([link, (await world.type(link, "maria@example.com")).status]).toEqual([link, 404]);
    expect([link, (await world.click(link)).status]).toEqual([link, 404]);
  }
  const typed = new URLSearchParams({ address: "maria@example.com" }).toString();
  expect((await world.post(own, typed, {}, foreign)).status).toBe(404);
  for (const id of [one, other])
    expect((await world.shown(id)).settings.to).toBe("maria@example.com, team@example.com");
});

test("without encryption keys, a link outlives a new admin token as long as the previous one is set", async () => {
  const own = await mailWorld({ PUBLIC_URL: PUBLIC, ENCRYPTION_KEYS: undefined as never });
  const id = await own.channel();
  const link = linkIn(await own.emailOf(id));
  const next = { ...own.api.env, ADMIN_TOKEN: "the-next-token-of-this-instance-0123456789" };
  const rotated = { ...next, PREVIOUS_ADMIN_TOKEN: own.api.env["ADMIN_TOKEN"] };
  const typed = new URLSearchParams({ address: "maria@example.com" }).toString();
  expect((await own.post(link, typed, {}, next)).status).toBe(404);
  expect((await own.post(link, typed, {}, rotated)).status).toBe(200);
  await own.stop();
});

test("recipients who leave at the same time, and others who are added meanwhile, are not lost", async () => {
  const names = Array.from({ length: 6 }, (_, n) => `a${n}@example.com`);
  const id = await world.channel({ to: names.join(", ") });
  const link = linkIn(await world.emailOf(id));
  const answers = await Promise.all([
    ...names.slice(0, 4).map((one) => world.type(link, one)),
    world.api.call("PATCH", `/v1/channels/${id}`, { name: "Renamed" }),
  ]);
  const left = answers.slice(0, 4).map((one) => one.status);
  const { name, settings } = await world.shown(id);
  // Who could not be removed is told to try again.
  const stayed = names.filter((_, n) => n > 3 || left[n] !== 200);
  expect([name, settings.to]).toEqual(["Renamed", stayed.join(", ")]);
  expect(left.filter((status) => ![200, 409].includes(status))).toEqual([]);
});

test("operators see who left: in the audit log, and as a changed destination", async () => {
  const id = await world.channel();
  const link = linkIn(await world.emailOf(id));
  await world.post(link, "address=maria%40example.com", { "cf-connecting-ip": "192.0.2.9" });
  await world.type(link, "nobody@example.com");
  const entries = (await world.api.call("GET", "/v1/audit")).body.items;
  const [entry, ...more] = entries.filter((one: { operation: string }) => one.operation === "unsubscribe");
  expect(more).toEqual([]);
  expect(entry).toMatchObject({
    actor: { tokenId: null, name: "unsubscribe link" },
    subject: id,
    request: { recipient: "maria@example.com" },
    status: 200,
    address: "192.0.2.9",
  });
  const news = (await world.api.call("GET", "/v1/events?type=channel.changed")).body.items;
  expect(news.map((one: { data: object }) => one.data)).toEqual([
    { channelId: id, name: "Team", by: "unsubscribe link" },
  ]);
});

test("a channel's own address comes first, and without a public address there is no link", async () => {
  const id = await world.channel({ to: "maria@example.com", unsubscribe: "https://example.com/stop" });
  expect((await world.emailOf(id)).headers).toEqual({ "List-Unsubscribe": "<https://example.com/stop>" });
  const local = await mailWorld({});
  const mail = await local.emailOf(await local.channel());
  expect([mail.headers, mail.text.includes("Unsubscribe")]).toEqual([undefined, false]);
  const demo = await mailWorld({ PUBLIC_URL: "http://localhost:8787" });
  const single = await demo.emailOf(await demo.channel({ to: "maria@example.com" }));
  expect(Object.keys(single.headers)).toEqual(["List-Unsubscribe"]);
  await local.stop();
  await demo.stop();
});

test("long, odd and many forms are refused", async () => {
  const id = await world.channel();
  const link = linkIn(await world.emailOf(id)).replace(PUBLIC, HOST);
  const sent = (type: string, body: BodyInit) =>
    world.api.send(
      new Request(link, { method: "POST", headers: { "content-type": type }, body, duplex: "half" } as RequestInit),
    );
  expect((await sent(FORM_TYPE, "x".repeat(70_000))).status).toBe(413);
  expect((await sent("multipart/form-data; boundary=x", "x".repeat(70_000))).status).toBe(413);
  expect((await sent("multipart/form-data; boundary=x", "--x\r\nbroken")).status).toBe(400);
  expect((await sent("multipart/form-data", "a")).status).toBe(400);
  expect((await sent("multipart/form-data; boundary=x", "--x\r\n".repeat(600))).status).toBe(400);
  expect((await sent("application/json", "{}")).status).toBe(415);
  let last = await world.type(link, "nobody@example.com");
  for (let times = 0; times < 60 && last.status !== 429; times++) last = await world.type(link, "nobody@example.com");
  expect([last.status, Number(last.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect((await world.shown(id)).settings.to).toBe("maria@example.com, team@example.com");
});

test("the page offers no switch without recipients, and a new recipient turns the channel on", async () => {
  const id = await world.channel({ to: "maria@example.com" });
  await world.click(linkIn(await world.emailOf(id)));
  const me = await context(world.api);
  const { text } = await me.open("/channels");
  expect(text).toContain("Off: everyone unsubscribed.");
  expect(text).not.toContain(`/channels/${id}/on"`);
  const saved = await me.send(`/channels/${id}`, [
    ["revision", /name="revision" value="(\d+)"/.exec(text)![1]!],
    ["/name", "Team"],
    ["with-settings", "1"],
    ["/settings/from", "Tallylight <alerts@example.com>"],
    ["/settings/to", "team@example.com"],
    ["/settings/url", ""],
  ]);
  expect(saved.status).toBe(303);
  expect(await world.shown(id)).toMatchObject({
    enabled: true,
    disabledReason: null,
    settings: { to: "team@example.com" },
  });
});

test("a link is no part of what the API shows of a message", async () => {
  const id = await world.channel();
  const link = linkIn(await world.emailOf(id));
  const subscription = { name: "All", events: ["*"], channelId: id };
  const displayed = (await world.api.call("POST", "/v1/subscriptions/preview", subscription)).body;
  expect(JSON.stringify(displayed)).not.toContain(link.split("/").at(-1));
});

const local = fc.stringMatching(/^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]{1,12}$/);
const address = fc.tuple(local, fc.constantFrom("example.com", "Mail.Example.org")).map((parts) => parts.join("@"));
const cased = (text: string) => fc.constantFrom(text, text.toUpperCase(), text.toLowerCase());
const typedAs = (text: string) =>
  fc
    .tuple(cased(text), fc.constantFrom("%", " % ", "<%>", "Zoë 🐈 <%>", '"A, B" <%>', "mailto:%", "\u00a0%\t"))
    .map(([one, frame]) => frame.replace("%", () => one));

test("whoever types their address in any way leaves, and nobody else does", { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc
        .uniqueArray(address, { minLength: 3, maxLength: 6, selector: (one) => one.toLowerCase() })
        .chain((all) => fc.record({ all: fc.constant(all), typed: typedAs(all[0]!) })),
      async ({ all, typed }) => {
        await world.api.clear();
        const id = await world.channel({ to: all.slice(1).join(", ") });
        const rest = linkIn(await world.emailOf(id));
        expect((await world.type(rest, typed)).status).toBe(200);
        expect((await world.shown(id)).settings.to).toBe(all.slice(1).join(", "));
        await world.api.call("PATCH", `/v1/channels/${id}`, { settings: { to: all.join(", ") } });
        const forAll = linkIn(await world.emailOf(id));
        expect((await world.type(forAll, typed)).status).toBe(200);
        expect((await world.shown(id)).settings.to).toBe(all.slice(1).join(", "));
      },
    ),
    { numRuns: runs(200, 25) },
  );
});
