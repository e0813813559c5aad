// What the server says comes as phrases, { key, args }: here they are put into the language of the player.

import { number, t, told } from "./i18n.js";

/** A phrase in words. */
export const say = ({ key, args = {} }) =>
  t(key, Object.fromEntries(Object.entries(args).map(([place, argument]) => [place, put(argument)])));

/** Several phrases as a list. */
export const list = (phrases) => phrases.map(say).join(t("list.comma"));

/** What goes into a place: a number, text, a name of a kind, a phrase, or several. */
function put(argument) {
  if (Array.isArray(argument)) return list(argument);
  // Small numbers stay numbers: plurals are chosen by them.
  if (typeof argument === "number") return Math.abs(argument) < 1000 ? argument : number(argument);
  if (typeof argument === "string") return argument;
  if (argument.key) return say(argument);
  if (argument.kind) return told(`${argument.kind}.${argument.name}`, argument.name);
  return number(argument.number, argument.digits);
}
