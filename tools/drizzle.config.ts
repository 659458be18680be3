import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  casing: "snake_case",
  schema: ["./src/engine/schema/*schema.ts", "./src/features/*/resource/table.ts"],
  out: "./migrations",
});
