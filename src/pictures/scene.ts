import type { Color, Ground, Ink } from "./theme.ts";

/** A filled rectangle; its left and its right corners may be round. */
export interface Box {
  kind: "box";
  x: number;
  y: number;
  width: number;
  height: number;
  roundLeft: number;
  roundRight: number;
  fill: Color;
}

/** A line through points (x, y, x, y …) with round ends; a halo keeps what it crosses at a distance. */
export interface Stroke {
  kind: "stroke";
  points: number[];
  width: number;
  ink: Ink;
  halo: boolean;
}

/** A filled polygon (x, y, x, y …). */
interface Area {
  kind: "area";
  points: number[];
  fill: Ground;
}

/** A line of text on its baseline. */
export interface Text {
  kind: "text";
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
  size: number;
  bold: boolean;
  ink: Ink;
  /** As a reader's own fonts show it. */
  shown: string;
  /** As it is drawn here, with the letters that there are. */
  drawn: string;
  /** The width of the wider of the two. */
  width: number;
  /** The width that it must keep within. */
  room: number;
}

export type Shape = Box | Stroke | Area | Text;

/** A picture as a list of shapes, painted in their order. */
export interface Scene {
  width: number;
  height: number;
  title: string;
  alt: string;
  shapes: Shape[];
}

/** A rectangle, its four corners equally round. */
export const box = (x: number, y: number, width: number, height: number, fill: Color, round = 0): Box => ({
  kind: "box",
  x,
  y,
  width,
  height,
  roundLeft: round,
  roundRight: round,
  fill,
});

/** A round dot around a point. */
export const dot = (x: number, y: number, radius: number, fill: Ink): Box =>
  box(x - radius, y - radius, radius * 2, radius * 2, fill, radius);
