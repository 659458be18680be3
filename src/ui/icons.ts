/** Every icon, as the content of its SVG. */
export const LINES = {
  now: '<circle cx="10" cy="10" r="3.2"/><path d="M4.6 4.6a7.6 7.6 0 0 0 0 10.8M15.4 4.6a7.6 7.6 0 0 1 0 10.8"/>',
  people:
    '<circle cx="7.5" cy="7" r="3"/><path d="M2 16.5c.5-3.3 2.7-5 5.5-5s5 1.7 5.5 5M13 4.3a3 3 0 0 1 0 5.4M15 12c1.7.7 2.7 2.2 3 4.5"/>',
  alert: '<path d="M4.5 14h11c-1.2-1.3-1.5-2.5-1.5-5.5a4 4 0 0 0-8 0c0 3-.3 4.2-1.5 5.5ZM8.3 16.8a2 2 0 0 0 3.4 0"/>',
  channel: '<path d="M7 2.5v4M13 2.5v4M5 6.5h10v3a5 5 0 0 1-10 0ZM10 14.5v3"/>',
  settings:
    '<circle cx="10" cy="10" r="2.6"/><path d="M10 2.5v2M10 15.5v2M2.5 10h2M15.5 10h2M4.7 4.7l1.4 1.4M13.9 13.9l1.4 1.4M4.7 15.3l1.4-1.4M13.9 6.1l1.4-1.4"/>',
  star: '<path d="m10 2.8 2.2 4.7 5 .6-3.7 3.5 1 5.1L10 14.2l-4.5 2.5 1-5.1L2.8 8.1l5-.6Z"/>',
  plus: '<path d="M10 4v12M4 10h12"/>',
  done: '<path d="m4 10.5 4 4 8-9"/>',
  well: '<circle cx="10" cy="10" r="7.5"/><path d="m6.5 10.3 2.4 2.4 4.6-5"/>',
  hand: '<path d="M10 3 2.3 16.5h15.4ZM10 8v4M10 14.2v.1"/>',
  note: '<circle cx="10" cy="10" r="7.5"/><path d="M10 9.2v4.5M10 6.3v.1"/>',
  clock: '<circle cx="10" cy="10" r="7.5"/><path d="M10 5.5V10l3 2"/>',
  ended: '<circle cx="10" cy="10" r="7.5"/><path d="M6.5 10h7"/>',
  ranking: '<path d="M3 17v-5h4v5M8 17V6h4v11M13 17v-8h4v8"/>',
  hashtag: '<path d="M7.5 3 6 17M14 3l-1.5 14M3.5 7.5h13.5M3 12.5h13.5"/>',
  shop: '<path d="M2.5 3.5h2l2 9h8.5l2-6.5H5.5"/><circle cx="8" cy="16" r="1"/><circle cx="14" cy="16" r="1"/>',
  moon: '<path d="M16.5 12A7 7 0 0 1 8 3.5a7 7 0 1 0 8.5 8.5Z"/>',
  open: '<path d="M8 4H5.5A1.5 1.5 0 0 0 4 5.5v9A1.5 1.5 0 0 0 5.5 16h9a1.5 1.5 0 0 0 1.5-1.5V12M11 4h5v5M16 4 9 11"/>',
  right: '<path d="m7.5 5 5 5-5 5"/>',
  again: '<path d="M16.5 10a6.5 6.5 0 1 1-2-4.7M16.5 3v3.5H13"/>',
  board:
    '<rect x="2.5" y="4" width="15" height="12" rx="1.5"/><path d="M5.5 8h6M5.5 11.5h9"/><circle cx="14.3" cy="8" r=".8"/>',
  wall: '<rect x="2" y="3.5" width="16" height="10.5" rx="1.5"/><path d="M7 17h6M10 14v3"/>',
  share:
    '<circle cx="5" cy="10" r="2.2"/><circle cx="15" cy="4.8" r="2.2"/><circle cx="15" cy="15.2" r="2.2"/><path d="m7 9 6-3.2M7 11l6 3.2"/>',
  more: '<circle cx="4.5" cy="10" r="1"/><circle cx="10" cy="10" r="1"/><circle cx="15.5" cy="10" r="1"/>',
  find: '<circle cx="8.8" cy="8.8" r="5.3"/><path d="m12.8 12.8 4 4"/>',
  keys: '<rect x="2" y="5" width="16" height="10" rx="1.5"/><path d="M5 8.2h.1M8.3 8.2h.1M11.6 8.2h.1M14.9 8.2h.1M6 12h8"/>',
  message:
    '<path d="M4 4.5h12a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5H9.5L6 17.5v-3H4A1.5 1.5 0 0 1 2.5 13V6A1.5 1.5 0 0 1 4 4.5Z"/>',
  digest: '<rect x="3" y="3.5" width="14" height="13" rx="1.5"/><path d="M6 7h8M6 10h3M6 13h3M12 10h2v3h-2z"/>',
  send: '<path d="M17 3 9 11M17 3l-5 14-3-6-6-3Z"/>',
  both: '<path d="M4 7h12l-3-3M16 13H4l3 3"/>',
  trend: '<path d="m2.5 14.5 5-5.5 3.5 3 6.5-7.5M13 4.5h4.5V9"/>',
  file: '<path d="M11 2.5H6A1.5 1.5 0 0 0 4.5 4v12A1.5 1.5 0 0 0 6 17.5h8a1.5 1.5 0 0 0 1.5-1.5V7ZM11 2.5V7h4.5"/>',
  list: '<path d="M7 5h10M7 10h10M7 15h10M3.5 5h.1M3.5 10h.1M3.5 15h.1"/>',
  lists:
    '<rect x="3" y="3.5" width="5" height="5" rx="1.2"/><rect x="3" y="11.5" width="5" height="5" rx="1.2"/><path d="M11 4.5h6M11 7.5h4M11 12.5h6M11 15.5h4"/>',
  goal: '<circle cx="10" cy="10" r="7.5"/><circle cx="10" cy="10" r="4"/><circle cx="10" cy="10" r=".8"/>',
  pause: '<path d="M7 4.5v11M13 4.5v11"/>',
};

/** The name of an icon. */
export type IconName = keyof typeof LINES;

export const isIcon = (name: string): name is IconName => Object.hasOwn(LINES, name);

/** Returns the icon that a kind names, or "note" if there is none of that name. */
export const iconNamed = (name: string): IconName => (isIcon(name) ? name : "note");
