// @ts-check
// The tables that were played at in this browser, and the keys to their seats.

const KEY = "kirifuda.tables";
const MOST = 24;

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") ?? [];
  } catch {
    return [];
  }
}

function write(tables) {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables));
  } catch {
    // Without storage a seat is lost on reload, but the game goes on.
  }
}

/** Keeps or renews a table; the latest comes first. */
export function remember(table) {
  const others = read().filter(({ id }) => id !== table.id);
  const old = find(table.id) ?? {};
  write([{ ...old, ...table, when: Date.now() }, ...others].slice(0, MOST));
}

export const find = (id) => read().find((table) => table.id === id) ?? null;
export const all = () => read();
export const forget = (id) => write(read().filter((table) => table.id !== id));
