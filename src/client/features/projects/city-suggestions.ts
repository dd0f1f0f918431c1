const shownCities = 60

type NameOf = (stored: string) => string

/** Cities that begin with the typed text, then those that contain it; the text is the stored name or the shown one. */
export function suggested(names: readonly string[], typed: string, shown: NameOf): string[] {
  const query = typed.trim().toLowerCase()
  const texts = (name: string) => [name, shown(name).toLowerCase()]
  const begins = (name: string) => texts(name).some((text) => text.startsWith(query))
  const first = names.filter(begins)
  const rest = query === '' ? [] : names.filter((name) => !begins(name) && texts(name).some((t) => t.includes(query)))
  return [...first, ...rest].slice(0, shownCities)
}

/** Return the stored name of a city that was typed in the language of the page, if only one city has that name. */
export function storedName(names: readonly string[], typed: string, shown: NameOf): string {
  const query = typed.trim().toLowerCase()
  const [found, ...others] = names.filter((name) => shown(name) !== name && shown(name).toLowerCase() === query)
  return found !== undefined && others.length === 0 ? found : typed
}
