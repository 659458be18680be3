import type { Dice } from "./dice.ts";

const remembered = 200_000;

/**
 * The owner of a room, video, sound or similar. It is recorded when an id is handed out; for other ids, it is drawn at
 * random.
 */
export class Lineage {
  readonly #dice: Dice;
  readonly #owners = new Map<string, string>();

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  note(kind: string, id: string, userId: string): void {
    if (this.#owners.size >= remembered) {
      const oldest = this.#owners.keys().next().value;
      if (oldest !== undefined) this.#owners.delete(oldest);
    }
    this.#owners.set(`${kind}/${id}`, userId);
  }

  known(kind: string, id: string): string | undefined {
    return this.#owners.get(`${kind}/${id}`);
  }

  ownerOf(kind: string, id: string): string {
    return this.known(kind, id) ?? this.#dice.digits(`owner/${kind}/${id}`, "69", 19);
  }
}
