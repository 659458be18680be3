import { Hono } from "hono";
import { drawn } from "./draw.ts";

/** Serves the pictures named in the service's responses, at `/pictures/{avatar|cover}/{id}.png`. */
export function createPictureRoutes(): Hono {
  const app = new Hono();
  app.get("/:kind{avatar|cover}/:file{\\d{1,32}\\.png}", (context) => {
    const { kind, file } = context.req.param();
    context.header("cache-control", "public, max-age=86400");
    return context.body(drawn(kind as "avatar" | "cover", file.replace(/\.png$/, "")), 200, {
      "content-type": "image/png",
    });
  });
  app.all("*", (context) => context.json({ error: "no such picture" }, 404));
  return app;
}
