const EVENT_TYPE = "tallylight_delivery";

/** Invisible metadata of a message: its delivery. */
export const marked = (deliveryId: string) => ({
  metadata: { event_type: EVENT_TYPE, event_payload: { delivery: deliveryId } },
});

/** Whether metadata belongs to this delivery's message. */
export function marks(metadata: unknown, deliveryId: string): boolean {
  const { event_type: type, event_payload: payload } = (metadata ?? {}) as ReturnType<typeof marked>["metadata"];
  return type === EVENT_TYPE && payload?.delivery === deliveryId;
}
