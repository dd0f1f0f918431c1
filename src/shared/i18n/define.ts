/** Words of one area in both languages; a missing or superfluous English word fails the type check. */
export const defineWords = <const Zh extends Record<string, string>>(
  zh: Zh,
  en: Record<keyof Zh, string>,
): { zh: Record<keyof Zh, string>; en: Record<keyof Zh, string> } => ({ zh, en })
