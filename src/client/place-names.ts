import { useEffect } from 'react'
import { createStore } from './external-store.ts'
import { language } from './i18n.ts'

type Names = {
  /** The name of a city, station or province in the language of the page; any other text is returned unchanged. */
  cityName: (stored: string) => string
  /** The source of a city's climate. */
  sourceText: (source: string) => string
}
const asStored = (text: string) => text
const names = createStore<Names>({ cityName: asStored, sourceText: asStored })
let asked = false

/** Only English pages load the table. */
async function load(): Promise<void> {
  if (language === 'zh' || asked) return
  asked = true
  try {
    const { climateSource, placeName } = await import('#shared/place-names.ts')
    names.set({
      cityName: (stored) => placeName(language, stored),
      sourceText: (source) => climateSource(language, source),
    })
  } catch {
    asked = false
  }
}

/** The names of places in the language of the page; the stored ones until the table has loaded. */
export function usePlaceNames(): Names {
  useEffect(() => void load(), [])
  return names.useStored()
}
