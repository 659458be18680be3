/** Browser code that builds elements from untrusted text; nothing is ever parsed as HTML. */
export const clientDom = String.raw`
const $ = (id) => document.getElementById(id);

function el(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  for (const child of children.flat()) if (child !== null && child !== undefined && child !== "") node.append(child);
  return node;
}

const str = (value) => (typeof value === "string" ? value : "");
const list = (value) => (Array.isArray(value) ? value.filter((item) => item && typeof item === "object") : []);
const isWebUrl = (url) => /^https?:\/\//i.test(str(url)) && URL.canParse(url);

function link(url, className, ...children) {
  if (!isWebUrl(url)) return el("span", "", ...children);
  const node = el("a", className, ...children);
  node.href = url;
  node.target = "_blank";
  node.rel = "noopener noreferrer nofollow";
  node.title = url;
  return node;
}

/** A button that asks Tallylight something when it is pressed. */
function pressable(className, id, ...children) {
  const node = el("button", className, ...children);
  node.type = "button";
  node.dataset.press = str(id);
  return node;
}

function image(url, className, alt) {
  if (!isWebUrl(url)) return null;
  const node = el("img", className);
  node.alt = str(alt);
  node.referrerPolicy = "no-referrer";
  node.addEventListener("error", () => node.remove());
  node.src = url;
  return node;
}

const clock = (at) => new Date(at).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
const longDate = (at) => new Date(at).toLocaleString([], { dateStyle: "full", timeStyle: "short" });

function ago(seconds) {
  const distance = Math.round(seconds - Date.now() / 1000);
  const steps = [[60, 1, "second"], [3600, 60, "minute"], [86400, 3600, "hour"], [2592000, 86400, "day"], [31536000, 2592000, "month"], [Infinity, 31536000, "year"]];
  const [, size, unit] = steps.find(([below]) => Math.abs(distance) < below);
  return new Intl.RelativeTimeFormat(undefined).format(Math.round(distance / size), unit);
}

function relative(seconds, className) {
  const node = el("time", className, ago(seconds));
  node.dataset.ago = seconds;
  node.title = longDate(seconds * 1000);
  return node;
}

setInterval(() => {
  for (const node of document.querySelectorAll("time[data-ago]")) node.textContent = ago(Number(node.dataset.ago));
}, 1000);

/** Reads text by rules [sticky pattern, match => node]; what no rule takes becomes text. */
function marked(text, rules, plain) {
  const nodes = [];
  let pending = "";
  let place = 0;
  const flush = () => { if (pending) nodes.push(plain ? plain(pending) : pending); pending = ""; };
  next: while (place < text.length) {
    for (const [pattern, make] of rules) {
      pattern.lastIndex = place;
      const match = pattern.exec(text);
      const node = match && make(match, text[place - 1] ?? "", text[place + match[0].length] ?? "");
      if (!node) continue;
      flush();
      nodes.push(node);
      place += match[0].length;
      continue next;
    }
    pending += text[place++];
  }
  flush();
  return nodes;
}
`;
