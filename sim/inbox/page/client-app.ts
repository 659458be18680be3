/**
 * Browser code: the cast, and the loop that updates the page. `feeds` and `columnOf` are generated from the receivers.
 */
export const clientApp = String.raw`
function paintJson(value) {
  const text = JSON.stringify(value, null, 2) ?? "";
  const rules = [
    [/"(?:[^"\\]|\\.)*"(?=:)/y, (m) => el("span", "j-key", m[0])],
    [/"(?:[^"\\]|\\.)*"/y, (m) => el("span", "j-string", m[0])],
    [/-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b|\b(?:true|false|null)\b/y, (m) => el("span", "j-other", m[0])],
  ];
  return el("pre", "w-json", marked(text, rules));
}

function draw(column, entry, message) {
  try {
    return feeds[column].draw(entry, message, Boolean(entry.editOf));
  } catch {
    return el("article", "w-card", el("div", "w-meta", "A message that cannot be drawn"), paintJson(message));
  }
}

const most = 300;
let drawn = new Map();
let counts = {};
let last = 0;
let epoch = null;

function clearAll() {
  drawn = new Map();
  counts = Object.fromEntries(Object.keys(feeds).map((name) => [name, 0]));
  last = 0;
  for (const [name, { empty }] of Object.entries(feeds)) {
    $(name).replaceChildren(el("div", "empty", el("span", "empty-lamp"), el("h3", "", empty[0]), el("p", "", empty[1])));
    $(name + "-count").textContent = "";
  }
}

function show(entry) {
  last = Math.max(last, entry.index);
  const column = columnOf[entry.channelKind];
  const feed = $(column);
  const key = entry.channelKind + ":" + entry.id;
  if (entry.deleted) {
    drawn.get(key)?.node.remove();
    drawn.delete(key);
    return;
  }
  const message = entry.message ?? entry.body ?? {};
  const before = entry.editOf ? drawn.get(key) : undefined;
  const current = before ? { ...entry, at: before.entry.at } : entry;
  const node = entry.said ? drawSaid(column, current, message) : draw(column, current, message);
  Object.assign(node.dataset, { kind: entry.channelKind, entry: entry.id });
  if (before?.node.isConnected) {
    node.classList.add("changed");
    before.node.replaceWith(node);
    drawn.set(key, { node, entry: before.entry });
    return;
  }
  feed.closest(".column").hidden = false;
  if (counts[column] === 0) feed.replaceChildren();
  counts[column]++;
  $(column + "-count").textContent = String(counts[column]);
  const atEnd = feed.scrollHeight - feed.scrollTop - feed.clientHeight < 160;
  node.classList.add("fresh");
  feed.append(node);
  while (feed.childElementCount > most) feed.firstElementChild.remove();
  if (entry.id) drawn.set(key, { node, entry });
  const toEnd = () => { if (atEnd) feed.scrollTop = feed.scrollHeight; };
  for (const picture of node.querySelectorAll("img")) picture.addEventListener("load", toEnd);
  toEnd();
}

async function readInbox() {
  const response = await fetch("/inbox.json?since=" + last, { cache: "no-store" });
  const now = response.headers.get("x-inbox-epoch");
  const entries = await response.json();
  if (now !== epoch) {
    const first = epoch === null;
    epoch = now;
    clearAll();
    if (!first) return readInbox();
  }
  for (const entry of entries) show(entry);
}

async function setLive(userId, on) {
  await fetch("/_sim/live", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ userId, on }) });
  await readState();
}

const chips = new Map();

function chipOf(member) {
  const button = el("button", "chip-action", "");
  const lamp = el("span", "chip-lamp");
  const node = el("div", "chip", lamp, el("span", "chip-name", member.name), button);
  button.type = "button";
  button.addEventListener("click", () => setLive(member.userId, !node.classList.contains("on")));
  $("cast").append(node);
  chips.set(member.userId, { node, button });
  return chips.get(member.userId);
}

async function readState() {
  const state = await (await fetch("/_sim/state", { cache: "no-store" })).json();
  for (const member of [...state.cast, ...state.others]) {
    const { node, button } = chips.get(member.userId) ?? chipOf(member);
    node.classList.toggle("on", member.on);
    node.title = "@" + member.handle + " · user " + member.userId + "\n" + (member.on ? "on air" : "off air");
    button.textContent = member.on ? "end" : "go live";
    button.ariaLabel = (member.on ? "End " : "Start ") + member.name;
  }
  const live = [...state.cast, ...state.others].filter((member) => member.on).length;
  $("lamp").classList.toggle("on", live > 0);
  $("status").textContent = live + " on air · " + state.counts.calls.toLocaleString("en") + " calls" + (state.faults.length ? " · " + state.faults.length + " fault" + (state.faults.length > 1 ? "s" : "") + " active" : "");
  document.title = live > 0 ? "● " + live + " live · Tallylight" : "Tallylight inbox";
}

async function keepUp() {
  try {
    await readInbox();
    await readState();
    document.body.classList.remove("lost");
  } catch {
    document.body.classList.add("lost");
    $("status").textContent = "the simulator does not answer; trying again";
  }
  setTimeout(keepUp, 1000);
}

clearAll();
openChats().catch(() => null).then(keepUp);
`;
