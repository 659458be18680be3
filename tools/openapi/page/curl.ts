import type { Placed } from "./document.ts";

/** Where the page's script puts the address of this instance. */
export const ORIGIN = "http://127.0.0.1:8787";

const quoted = (text: string): string => (/^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** An operation with its examples as a line for a shell, which has the token in `$TALLYLIGHT_TOKEN`. */
export function curlOf({ method, path, operation }: Placed): string {
  const { parameters = [], requestBody, security = [], responses } = operation;
  const examples = parameters.map(({ name, in: at, required, example }) => ({
    name,
    at,
    required,
    text: String(example),
  }));
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const found = examples.find((one) => one.at === "path" && one.name === name);
    return found === undefined ? whole : encodeURIComponent(found.text);
  });
  const query = new URLSearchParams(
    examples.filter(({ at, required }) => at === "query" && required === true).map(({ name, text }) => [name, text]),
  );
  const json = requestBody?.required === true ? requestBody.content["application/json"] : undefined;
  const isFile = Object.keys(responses["200"]?.content ?? {}).every((type) => /^image\/png|gzip/.test(type));
  return [
    "curl",
    ...(method === "get" ? [] : ["-X", method.toUpperCase()]),
    ...(responses["200"]?.content !== undefined && isFile ? ["-OJ"] : []),
    quoted(`${ORIGIN}${filled}${query.size === 0 ? "" : `?${query}`}`),
    ...(security.length === 0 ? [] : ["-H", '"authorization: Bearer $TALLYLIGHT_TOKEN"']),
    ...(json === undefined
      ? []
      : ["-H", quoted("content-type: application/json"), "-d", quoted(JSON.stringify(json.example))]),
  ].join(" ");
}
