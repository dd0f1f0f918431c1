import { AppError, type FieldProblem } from '#shared/errors.ts'
import type { Language } from '#shared/i18n/index.ts'
import { fieldLabel, missingText, problemText, selectionWord } from '#shared/i18n/selection.ts'
import { exportProblems } from '#shared/selection/export-problems.ts'
import type { ParseProblem } from '#shared/selection/project.ts'
import {
  type FieldName,
  type NumberField,
  type NumberName,
  numberFields,
  type ProjectData,
} from '#shared/selection/project-fields.ts'
import { missingForCalculation } from '#shared/selection/to-inputs.ts'

const isNumber = (field: FieldName): field is NumberName => field in numberFields

function fieldProblem(language: Language, field: FieldName, problem: string): FieldProblem {
  const named = { field, problem, label: fieldLabel(language, field) }
  if (!isNumber(field)) return named
  const { unit, min, max }: NumberField = numberFields[field]
  return { ...named, unit, min, max }
}

/**
 * Apply the export check of the documents with the ranges of the specification (R484 to R487), and list all problems
 * under one heading.
 * @throws AppError VALIDATION that names every field with its label, unit and range
 */
export function refuseIncomplete(project: ProjectData, unread: readonly ParseProblem[], language: Language): void {
  const { missing, blocked } = exportProblems(project)
  const known = new Set<FieldName>(unread.map(({ field }) => field))
  const empty = [...new Set<FieldName>([...missing, ...missingForCalculation(project)])].filter(
    (field) => !known.has(field),
  )
  const wrong = [...unread, ...blocked.filter(({ field }) => !known.has(field) && !empty.includes(field))]
  if (empty.length + wrong.length === 0) return
  const texts = wrong.map((problem) => problemText(language, problem))
  throw new AppError('VALIDATION', {
    sentence: [missingText(language, empty), ...texts].join('\n'),
    fields: [
      ...empty.map((field) =>
        fieldProblem(language, field, selectionWord(language, 'check.empty', { field: fieldLabel(language, field) })),
      ),
      ...wrong.map(({ field }, index) => fieldProblem(language, field, texts[index] ?? '')),
    ],
  })
}
