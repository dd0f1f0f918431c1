/** A tag with its name without prefix, and the text between the previous tag and this one. */
export type Tag = { name: string; attributes: string; isEnd: boolean; isEmpty: boolean; before: string }

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
/** Resolve the entities of a text: those of XML itself, and characters by their number. */
export const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
        if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole
        const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
      })
    : text

/** Find the end of a tag: the next `>` outside of quotes. */
function endOfTag(xml: string, start: number): number {
  let quote = ''
  for (let at = start; at < xml.length; at += 1) {
    const character = xml[at] ?? ''
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '>') return at
  }
  return -1
}

/**
 * Return the tags of an XML text, in one pass. Declarations and comments are skipped, entities of a document type never
 * resolved.
 */
export function* tagsOf(xml: string): Generator<Tag, void, unknown> {
  let at = 0
  while (at < xml.length) {
    const open = xml.indexOf('<', at)
    if (open < 0) return
    const before = unescaped(xml.slice(at, open))
    if (xml.startsWith('<!--', open)) {
      const end = xml.indexOf('-->', open)
      if (end < 0) return
      at = end + 3
      continue
    }
    const close = endOfTag(xml, open + 1)
    if (close < 0) return
    at = close + 1
    const isEnd = xml[open + 1] === '/'
    const isEmpty = xml[close - 1] === '/'
    const inside = xml.slice(open + (isEnd ? 2 : 1), isEmpty ? close - 1 : close)
    if (/^[?!]/.test(inside)) continue
    const space = inside.search(/\s/)
    const full = space < 0 ? inside : inside.slice(0, space)
    yield {
      name: full.slice(full.indexOf(':') + 1),
      attributes: space < 0 ? '' : inside.slice(space),
      isEnd,
      isEmpty,
      before,
    }
  }
}

/** Return the value of an attribute by its name with prefix; null = the tag has none. */
export function attributeOf({ attributes }: Pick<Tag, 'attributes'>, name: string): string | null {
  const start = attributes.search(new RegExp(`\\s${name}\\s*=`))
  if (start < 0) return null
  const found = /=\s*(?:"([^"]*)"|'([^']*)')/.exec(attributes.slice(start))
  return found ? unescaped(found[1] ?? found[2] ?? '') : null
}
