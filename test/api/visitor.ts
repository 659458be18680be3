import { expect } from "vitest";
import type { RunningApi } from "./running-api.ts";

const HOST = "http://127.0.0.1:8787";

/** Somebody who is signed in and reads pages, as a browser without scripts would. */
export interface Visitor {
  /** The page at a path, its status and its text, and where it leads on. */
  open(path: string): Promise<{ status: number; text: string; to: string | null }>;
  /** Sends a form with the session's key; an answer that leads on is followed. */
  send(path: string, fields: [string, string][]): Promise<{ status: number; text: string; to: string | null }>;
  /** Sends a form with a file, as a browser without scripts would. */
  upload(path: string, fields: [string, string][], file: File): Promise<{ status: number; text: string }>;
  /** What the toast's Undo would send. */
  undo(text: string): Promise<{ status: number; text: string; to: string | null }>;
}

const ENTITIES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };

/** An attribute's value as a browser reads it. */
const read = (value: string): string => value.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (one) => ENTITIES[one]!);

/** Signs in with a token, the first one unless another is given, with a browser in English or another language. */
export async function context(
  api: RunningApi,
  token = api.env["ADMIN_TOKEN"] as string,
  language = "en",
): Promise<Visitor> {
  const stored = new Map<string, string>();
  const ask = async (path: string, body?: string | FormData) => {
    const headers: Record<string, string> = {
      cookie: [...stored].map(([name, value]) => `${name}=${value}`).join("; "),
      accept: "text/html",
      "accept-language": language,
      ...(body === undefined ? {} : { "sec-fetch-site": "same-origin", origin: HOST }),
      ...(typeof body === "string" ? { "content-type": "application/x-www-form-urlencoded" } : {}),
    };
    const response = await api.send(
      new Request(HOST + path, {
        method: body === undefined ? "GET" : "POST",
        headers,
        ...(body === undefined ? {} : { body }),
      }),
    );
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (/max-age=0/i.test(line)) stored.delete(name!);
      else stored.set(name!, value!);
    }
    return response;
  };
  const signedIn = await ask("/sign-in", new URLSearchParams({ token, next: "/settings" }).toString());
  expect(signedIn.status).toBe(303);
  const formKey = /name="formKey" value="(\w+)"/.exec(await (await ask("/settings")).text())![1]!;
  const open: Visitor["open"] = async (path) => {
    const response = await ask(path);
    return { status: response.status, text: await response.text(), to: response.headers.get("location") };
  };
  const send: Visitor["send"] = async (path, fields) => {
    const response = await ask(path, new URLSearchParams([["formKey", formKey], ...fields]).toString());
    const to = response.headers.get("location");
    const text = to === null ? await response.text() : (await open(to)).text;
    return { status: response.status, text, to };
  };
  return {
    open,
    send,
    async upload(path, fields, file) {
      const form = new FormData();
      for (const [name, value] of [["formKey", formKey], ...fields] as [string, string][]) form.append(name, value);
      form.append("file", file);
      const response = await ask(path, form);
      return { status: response.status, text: await response.text() };
    },
    async undo(text) {
      const toast = /id="toast".*$/s.exec(text)![0];
      const action = /action="([^"]+)"/.exec(toast)![1]!;
      const fields = [...toast.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]): [string, string] => [
        name!,
        read(value!),
      ]);
      return send(
        action,
        fields.filter(([name]) => name !== "formKey"),
      );
    },
  };
}
