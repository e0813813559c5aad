// @ts-check
// The keys to what was made in this browser: on a server for many, learners and trainings obey only who made them.

const KEY = "kirifuda.keys";

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") ?? {};
  } catch {
    return {};
  }
}

function write(keys) {
  try {
    localStorage.setItem(KEY, JSON.stringify(keys));
  } catch {
    // Without storage what was made here cannot be changed later on a server for many.
  }
}

export const keyOf = (id) => read()[id];
export const keep = (id, token) => token && write({ ...read(), [id]: token });

export function drop(id) {
  const { [id]: _, ...others } = read();
  write(others);
}

/** May it be changed from here: on a server for one everybody may, else whoever has the key. */
export const mayChange = (offer, id) => !offer.shared || Boolean(keyOf(id));
