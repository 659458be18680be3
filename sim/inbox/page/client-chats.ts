/** Browser code: people write in the chats, press buttons, and see what services show them alone. */
export const clientChats = String.raw`
const slash = { discord: "/tally ", slack: "/tally ", telegram: "/" };
const usual = ["live", "watch @lena", "list", "snooze maria 2h", "rank kenji.plays", "trends", "unwatch @lena", "help"];
let person = "ana";

const tellChat = (service, what, body) => fetch("/inbox/chats/" + service + "/" + what, {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ person, ...body }),
});

function composer(service, all) {
  const who = el("select", "c-who", all.map(({ key, name, manages }) => Object.assign(el("option", "", name + (manages ? " (admin)" : "")), { value: key })));
  const offers = el("datalist", "", usual.map((one) => Object.assign(el("option", ""), { value: slash[service] + one })));
  const field = el("input", "c-field");
  const send = el("button", "c-send", "Send");
  const form = el("form", "c-form", who, field, send, offers);
  offers.id = service + "-offers";
  Object.assign(field, { placeholder: slash[service] + "live", autocomplete: "off", maxLength: 400 });
  field.setAttribute("list", offers.id);
  field.ariaLabel = "Command in " + service;
  who.ariaLabel = "Who writes in " + service;
  send.type = "submit";
  who.addEventListener("change", () => {
    person = who.value;
    for (const other of document.querySelectorAll(".c-who")) other.value = person;
  });
  let pending = 0;
  field.addEventListener("input", () => {
    clearTimeout(pending);
    const text = field.value;
    if (service !== "discord" || !/^\/tally \w+ \S/.test(text)) return;
    pending = setTimeout(async () => {
      const found = await (await tellChat(service, "choices", { text })).json();
      const start = text.slice(0, text.lastIndexOf(" ") + 1);
      if (field.value === text) offers.replaceChildren(...found.map((one) => Object.assign(el("option", ""), { value: start + one })));
    }, 250);
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text === "") return;
    send.disabled = true;
    field.value = "";
    await tellChat(service, "commands", { text }).catch(() => null);
    send.disabled = false;
    await readInbox().catch(() => null);
  });
  return form;
}

async function openChats() {
  const { isOpen, people } = await (await fetch("/inbox/chats.json")).json();
  if (!isOpen) return;
  for (const service of Object.keys(slash)) $(service)?.after(composer(service, people));
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-press]");
  const node = target.closest("[data-entry]");
  if (!button || !node) return;
  button.disabled = true;
  button.classList.add("c-busy");
  const [kind, id] = [node.dataset.kind, node.dataset.entry];
  await tellChat(columnOf[kind], "presses", { kind, id, button: button.dataset.press }).catch(() => null);
  button.disabled = false;
  button.classList.remove("c-busy");
  await readInbox().catch(() => null);
});

/** What is no message of a channel: a command, and its answer with who sees it. */
function drawSaid(column, entry, message) {
  const { by, asked, alone, waits, failed, toast } = entry.said;
  if (toast !== undefined) return el("div", "c-toast", el("small", "", "only " + by + " sees"), toast);
  const isEmpty = Object.keys(message).length === 0;
  const line = asked === "" ? null : el("div", "c-asked", el("b", "", by), " ", el("span", "", asked));
  const answer = waits ? el("div", "c-line", "Thinking…") : failed ? el("div", "c-line c-failed", failed) : isEmpty ? null : draw(column, { ...entry, editOf: undefined }, message);
  const foot = alone ? el("div", "c-alone", "Only " + by + " can see this") : null;
  return el("div", alone ? "c-said c-private" : "c-said", line, answer, foot);
}
`;

export const chatStyle = `
.c-form { display: flex; gap: 6px; padding: 8px 10px; border-top: 1px solid #8883; }
.c-form > * { font: inherit; font-size: 13.5px; min-height: 36px; border-radius: 8px; border: 1px solid #8886; background: #8881; color: inherit; padding: 4px 8px; }
.c-field { flex: 1; min-width: 0; } .c-who { max-width: 10em; } .c-who option { color: #111; background: #fff; }
.c-send { cursor: pointer; font-weight: 600; } .c-send:hover { background: #8883; } .c-send:disabled { opacity: .5; }
.c-form :focus-visible, [data-press]:focus-visible { outline: 2px solid #4c8dff; outline-offset: 1px; }
button[data-press] { border: 0; cursor: pointer; font-family: inherit; text-align: center; } .s-button[data-press] { border: 1px solid #1d1c1d4d; }
.c-busy { opacity: .5; }
.c-said { padding: 3px 0; } .c-private { background: #5865f21f; box-shadow: inset 2px 0 #5865f2; }
.c-asked, .c-alone, .c-line { padding: 2px 16px; font-size: 12.5px; opacity: .85; } .c-asked span { font-family: ui-monospace, Menlo, Consolas, monospace; }
.c-alone { font-size: 12px; opacity: .75; } .c-alone::before { content: "👁 "; } .c-failed { opacity: 1; font-weight: 600; color: #f0604d; }
.c-toast { width: fit-content; max-width: 84%; margin: 8px auto; padding: 7px 14px; border-radius: 12px; background: #222d; color: #fff; font-size: 13px; text-align: center; }
.c-toast small { display: block; opacity: .75; }
`;
