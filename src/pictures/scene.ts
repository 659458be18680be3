import type { Color, Ground, Ink } from "./theme.ts";

/** A filled rectangle. Its left and right corners may be round. */
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

/** A line through points (x, y, x, y …) with round ends. A halo separates it from what it crosses. */
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
  /** The text for the reader's own fonts (SVG). */
  shown: string;
  /** The text as drawn here, with the characters that the font has. */
  drawn: string;
  /** The larger of both widths. */
  width: number;
  /** The available width. */
  room: number;
}

export type Shape = Box | Stroke | Area | Text;

/** A picture as a list of shapes, painted in order. */
export interface Scene {
  width: number;
  height: number;
  title: string;
  alt: string;
  shapes: Shape[];
}

/** A rectangle with equally round corners. */
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

/** A dot around a point. */
export const dot = (x: number, y: number, radius: number, fill: Ink): Box =>
  box(x - radius, y - radius, radius * 2, radius * 2, fill, radius);
