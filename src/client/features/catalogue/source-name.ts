import { language } from '#client/i18n.ts'
import { selectionWord } from '#shared/i18n/selection.ts'
import { referenceCatalogue } from '#shared/selection/reference-catalogue.ts'

const referenceName = selectionWord(language, 'basis.referenceSeries')

/** Name the source of a catalogue: the reference series in the page's language, any other source as it is stated. */
export const shownSource = (source: string): string => (source === referenceCatalogue.source ? referenceName : source)

/** Return the source that a person means by this name, so that the name of the reference series is not a new source. */
export const meantSource = (name: string): string => (name === referenceName ? referenceCatalogue.source : name)
