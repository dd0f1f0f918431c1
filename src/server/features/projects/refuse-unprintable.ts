import { unprintableCharacters } from '#server/services/pdf/printable.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/i18n/index.ts'
import { fieldLabel, selectionWord } from '#shared/i18n/selection.ts'
import { type ProjectData, typedTexts } from '#shared/selection/project-fields.ts'

/**
 * Refuse texts that the font cannot print: a report for a customer must not show boxes instead of characters.
 * @throws AppError VALIDATION that names the field and the characters
 */
export function refuseUnprintable(project: ProjectData, language: Language): void {
  const fields = typedTexts.flatMap((field) => {
    const characters = unprintableCharacters(project[field] ?? '')
    if (characters.length === 0) return []
    const label = fieldLabel(language, field)
    return [
      {
        field,
        label,
        problem: selectionWord(language, 'check.unprintable', { field: label, characters: characters.join(' ') }),
      },
    ]
  })
  if (fields.length > 0)
    throw new AppError('VALIDATION', { sentence: fields.map(({ problem }) => problem).join('\n'), fields })
}
