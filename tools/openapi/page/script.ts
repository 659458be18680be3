import { ORIGIN } from "./curl.ts";

/**
 * The page's script. It sends the forms with the token that was entered, which it stores nowhere, and filters
 * operations.
 */
export const script = `
const token = document.getElementById("token");
const filter = document.getElementById("filter");

filter.addEventListener("input", () => {
  const wanted = filter.value.trim().toLowerCase();
  for (const section of document.querySelectorAll(".operation")) {
    const shown = section.textContent.toLowerCase().includes(wanted);
    section.hidden = !shown;
    document.querySelector('nav a[href="#' + section.id + '"]').hidden = !shown;
  }
  for (const group of document.querySelectorAll("main .group, nav .group")) {
    group.hidden = !group.querySelector(".operation:not([hidden]), a:not([hidden])");
  }
});

for (const box of document.querySelectorAll(".curl")) {
  const line = box.querySelector("code");
  line.textContent = line.textContent.replace("${ORIGIN}", location.origin);
  box.querySelector("button").addEventListener("click", async (event) => {
    await navigator.clipboard?.writeText(line.textContent).then(
      () => (event.target.textContent = "Copied"),
      () => getSelection().selectAllChildren(line),
    );
    setTimeout(() => (event.target.textContent = "Copy"), 2000);
  });
}

function requestOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  const headers = {};
  for (const input of form.querySelectorAll("input")) {
    if (input.dataset.in === "path") path = path.replace("{" + input.name + "}", encodeURIComponent(input.value));
    else if (input.value === "") continue;
    else if (input.dataset.in === "header") headers[input.name] = input.value;
    else query.set(input.name, input.value);
  }
  if (token.value !== "") headers.authorization = "Bearer " + token.value.trim();
  const body = form.elements.body?.value;
  if (body !== undefined) headers["content-type"] = "application/json";
  return [path + (query.size ? "?" + query : ""), { method: form.dataset.method, headers, body, credentials: "omit" }];
}

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const output = form.querySelector("output");
  const button = form.querySelector("button");
  const [address, init] = requestOf(form);
  button.disabled = true;
  output.textContent = init.method + " " + address + " …";
  const began = performance.now();
  try {
    const response = await fetch(address, init);
    const text = await response.text();
    const took = Math.round(performance.now() - began) + " ms";
    const where = response.headers.get("location");
    const head = [init.method + " " + address, response.status + " " + response.statusText + " · " + took];
    if (where) head.push("Location: " + where);
    output.textContent = head.join("\\n") + (text === "" ? "" : "\\n\\n" + pretty(text));
  } catch (thrown) {
    output.textContent = String(thrown);
  }
  button.disabled = false;
});
`;
