import type { Run } from '#server/services/pdf/paper.ts'
import { selectionWord } from '#shared/i18n/selection.ts'
import { referenceCatalogue } from '#shared/selection/reference-catalogue.ts'
import type { Paper } from './paper.ts'

/**
 * Return the source of the models: the reference series by its name in each language, any other source as the catalogue
 * states it.
 */
export const catalogueSource = (paper: Paper, source: string): Run[] =>
  source === referenceCatalogue.source
    ? paper.inline((language) => selectionWord(language, 'basis.referenceSeries'))
    : paper.text(source)
