import { canonical, type Json } from "../../src/core/json.ts";
import { judgeProducts } from "../../src/kinds/products/judge.ts";
import { productsSettings } from "../../src/kinds/products/params.ts";
import { noLook, type Offered, type ProductsState } from "../../src/kinds/products/view.ts";

export const T0 = Date.UTC(2026, 0, 5, 12);
export const MINUTE = 60_000;

const lamp: Offered = { productId: "1", title: "Lamp", price: "20", currency: "USD", sold: 1000, look: noLook };

/** Polls a watcher every minute, or as often as given. A product is its id, or its differences from the lamp. */
export function watchProducts(settings: object = {}, excludeProductIds: string[] = [], every = MINUTE) {
  let state: ProductsState | null = null;
  let at = T0 - every;
  let lastOkAt: number | null = null;
  return (rows: (string | Partial<Offered>)[]) => {
    at += every;
    const offered = rows.map((row) => ({ ...lamp, ...(typeof row === "string" ? { productId: row } : row) }));
    const judgment = judgeProducts({
      targetId: "tgt_1",
      params: { categoryId: 5, excludeProductIds },
      settings: productsSettings().parse(settings),
      announceInitial: false,
      before: state,
      view: { offered },
      at,
      hold: false,
      holdsMs: 600_000,
      lastOkAt,
    });
    const text = canonical(judgment.state as unknown as Json);
    const written = state === null || text !== canonical(state as unknown as Json);
    state = JSON.parse(text) as ProductsState;
    lastOkAt = at;
    const said = judgment.changes.map(
      ({ type, data }) => `${type.replace("product.", "")} ${data["productId"] as string}`,
    );
    return { ...judgment, written, said };
  };
}

export type Rows = Parameters<ReturnType<typeof watchProducts>>[0];
