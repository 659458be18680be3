import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  casing: "snake_case",
  schema: ["./src/edges/store/*schema.ts", "./src/resources/*/table.ts"],
  out: "./migrations",
});
