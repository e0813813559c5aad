// @ts-check
// Small signs for buttons, drawn as lines.

import { s } from "./dom.js";

const LINES = {
  agree: "M5 12.500l4.500 4.500L19 7.500",
  hint: "M9.5 18h5M10 21h4M12 3a6 6 0 0 1 3.6 10.8c-.8.6-1.1 1.3-1.1 2.200h-5c0-.9-.3-1.6-1.1-2.200A6 6 0 0 1 12 3Z",
  undo: "M8 5 4 9l4 4M4 9h9a6 6 0 0 1 0 12h-3",
  last: "M4 7.5 13 5l3.2 12-9 2.400ZM16 6.500h4V18h-2.5",
  score: "M5 4h14v16H5ZM5 9h14M10 4v16M13 13h3M13 16.500h3",
  pace: "M12 13l4-4M5 18a9 9 0 1 1 14 0",
  help: "M9 9a3 3 0 1 1 4.5 2.600c-1 .6-1.5 1.2-1.5 2.400M12 17.500v.1M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Z",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.700L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.700L12 17",
  settings: "M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h9M17 17h3M15 15v4",
  pause: "M8 5v14M16 5v14",
  close: "M6 6l12 12M18 6 6 18",
  first: "M6 5v14M18 5l-9 7 9 7Z",
  back: "M16 5l-9 7 9 7Z",
  forward: "M8 5l9 7-9 7Z",
  end: "M18 5v14M6 5l9 7-9 7Z",
  attack: "M5 19l3-3M7 14l3 3M9 15 20 4v-1h-1L8 14",
  special: "M12 2l2.4 7.200L22 12l-7.6 2.800L12 22l-2.4-7.200L2 12l7.6-2.800Z",
  status: "M12 3c3 4.5 6 7.5 6 11.500a6 6 0 0 1-12 0C6 10.5 9 7.5 12 3ZM10 14v.1M14 14v.1M10.5 17.500h3",
  land: "M3 19h18M5 19l5-9 3 5 2-3 4 7M16 6a2 2 0 1 1 0 .1",
  trap: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16ZM12 4v4M12 16v4M4 12h4M16 12h4",
};

export function icon(name) {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "sign-icon", "aria-hidden": "true", focusable: "false" },
    s("path", { d: LINES[name] ?? LINES.help }),
  );
}
