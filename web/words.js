// Texts and numbers for the scripts that load later; aground.js has the texts, because it must speak first.

const { language } = globalThis.aground;
export const { say } = globalThis.aground;

/** A number with one decimal, as the language writes it. */
export function number(value) {
  return value.toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
