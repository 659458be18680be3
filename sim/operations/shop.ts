import { homeProductsOf, productOf, shopNameOf } from "../world/products.ts";
import type { World } from "../world/world.ts";
import { type Operation, pageOf } from "./operation.ts";
import { productItem } from "./product-item.ts";

const departments = ["Home", "Beauty", "Fashion", "Electronics", "Sports", "Toys", "Food", "Pets"];

/** Returns the product at a position of a list. For a seller's list, the product is recorded as theirs. */
function productAt(world: World, list: string, id: string, place: number): object {
  const productId = world.dice.digits(`${list}/${id}/${place}`, "1702", 19);
  if (list === "seller") world.lineage.note("product", productId, id);
  return productItem(world, productOf(world, productId));
}

const subcategories =
  (level: number): Operation =>
  ({ params, world }) => {
    const parent = params.number("category_id");
    const count = world.dice.int(`branches/${parent}`, 3, 6);
    const list = Array.from({ length: count }, (_none, place) => ({
      category_id: parent * 10 + place + 1,
      parent_id: parent,
      level,
      name: `${departments[parent % departments.length]} ${level}.${place + 1}`,
    }));
    return { category_list: list };
  };

const idInLink =
  (name: string, kind: string): Operation =>
  ({ params, world }) => {
    const link = params.text("url");
    return { [name]: /(\d{6,32})/.exec(link)?.[1] ?? world.dice.digits(`link/${link}`, kind, 19) };
  };

const sellerId = (params: { text(name: string): string }): string => params.text("seller_id");

export const shopOperations: Readonly<Record<string, Operation>> = {
  "product.info": ({ params, world }) => ({
    product: productItem(world, productOf(world, params.text("product_id"))),
  }),
  "product.categories_level1": () => ({
    category_list: departments.map((name, place) => ({ category_id: 601_000 + place, parent_id: 0, level: 1, name })),
  }),
  "product.categories_level2": subcategories(2),
  "product.categories_level3": subcategories(3),
  "product.id": idInLink("product_id", "1702"),
  "product.by_video": ({ params, world }) => {
    const videoId = params.text("video_id");
    const pinned = world.lineage.known("product-of-video", videoId);
    const first = pinned === undefined ? [] : [productItem(world, productOf(world, pinned))];
    const count = world.dice.int(`pinned/${videoId}`, 0, 3);
    const rest = Array.from({ length: count }, (_none, place) => productAt(world, "video", videoId, place));
    return { productList: [...first, ...rest] };
  },
  "product.by_user": ({ params, world }) => {
    const userId = params.text("user_id");
    const count = world.dice.int(`shelf/${userId}`, 0, 6);
    return { productList: Array.from({ length: count }, (_none, place) => productAt(world, "user", userId, place)) };
  },
  "seller.id": idInLink("seller_id", "7495"),
  "seller.info": ({ params, world }) => ({
    seller: {
      seller_id: sellerId(params),
      shop_name: shopNameOf(world, sellerId(params)),
      rating: world.dice.int(`rating/${sellerId(params)}`, 35, 50) / 10,
      product_count: sellerShelf(world, sellerId(params)),
      region: world.dice.pick(`seller-region/${sellerId(params)}`, ["US", "GB", "MY"]),
    },
  }),
  "seller.categories": ({ params, world }) => ({
    seller_id: sellerId(params),
    category_list: departments
      .filter((name) => world.dice.happens(`sells/${sellerId(params)}/${name}`, 0.4))
      .map((name) => ({ category_id: 601_000 + departments.indexOf(name), name })),
  }),
  "seller.products": ({ params, world }) =>
    pageOf(params, "productList", sellerShelf(world, sellerId(params)), (place) =>
      productAt(world, "seller", sellerId(params), place),
    ),
  "search.product": ({ params, world }) => {
    const found = homeProductsOf(world, world.dice.int(`aisle/${params.text("keyword")}`, 1, 900_000));
    return pageOf(params, "productList", found.length, (place) =>
      productItem(world, found[place] as (typeof found)[0]),
    );
  },
};

function sellerShelf(world: World, id: string): number {
  return world.dice.int(`seller-shelf/${id}`, 4, 80);
}
