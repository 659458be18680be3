const EVENT_TYPE = "tallylight_delivery";

/** What nobody sees of a message: which delivery it is. */
export const marked = (deliveryId: string) => ({
  metadata: { event_type: EVENT_TYPE, event_payload: { delivery: deliveryId } },
});

/** True for the metadata of this delivery's message. */
export function marks(metadata: unknown, deliveryId: string): boolean {
  const { event_type: type, event_payload: payload } = (metadata ?? {}) as ReturnType<typeof marked>["metadata"];
  return type === EVENT_TYPE && payload?.delivery === deliveryId;
}
