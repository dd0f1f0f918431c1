import type { Filling } from './filling.ts'
import { parseText } from './json-text.ts'

/** Maximum length of a JSON escape. */
const longestEscape = 6
/** Buffer ignores these characters, too; here they would shift the groups of four that are decoded. */
const notBase64 = /[^\w+/-]/g

/** Decode base64 that arrives in pieces, escaped as JSON allows (`\/`, `\u002b`). */
export function base64Reader(filling: Filling): { write(text: string): void; end(): void } {
  let escaped = ''
  let carried = ''
  const decode = (text: string) => {
    const plain = carried + text.replace(notBase64, '')
    const whole = plain.length - (plain.length % 4)
    filling.addBase64(plain.slice(0, whole))
    carried = plain.slice(whole)
  }
  /** @throws AppError NOT_JSON for an invalid escape */
  const unescaped = (text: string) =>
    text.includes('\\') ? String(parseText(`"${text}"`, { values: 1, fields: 0 })) : text
  return {
    write(text) {
      const given = escaped + text
      const last = given.lastIndexOf('\\')
      // An escape may continue in the next piece.
      const cut = last >= 0 && given.length - last < longestEscape ? last : given.length
      escaped = given.slice(cut)
      decode(unescaped(given.slice(0, cut)))
    },
    end() {
      decode(unescaped(escaped))
      filling.addBase64(carried)
    },
  }
}
