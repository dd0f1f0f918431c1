import { useDeferredValue, useMemo } from 'react'
import { language } from '#client/i18n.ts'
import { problemText, warningText } from '#shared/i18n/selection.ts'
import { longestProjectText } from '#shared/projects.ts'
import { type BlockProblem, type ExportGap, exportProblems } from '#shared/selection/export-problems.ts'
import { inputWarnings } from '#shared/selection/input-warnings.ts'
import type { Catalogue } from '#shared/selection/model.ts'
import { type FieldName, type ProjectData, typedTexts } from '#shared/selection/project-fields.ts'
import { type SelectionOutcome, selectEquipment } from '#shared/selection/select.ts'
import { readForm, type WizardForm } from './wizard-form.ts'

export type LiveSelection = {
  project: ProjectData
  outcome: SelectionOutcome
  catalogue: Catalogue
  /**
   * What prevents the export: the first problem of each field in words, and the empty fields in their documented order.
   */
  errors: ReadonlyMap<FieldName, string>
  missing: readonly ExportGap[]
  warnings: ReadonlyMap<FieldName, readonly string[]>
}

/** Texts that the server would refuse as too long; they are reported at the field, never cut. */
const longTexts = (project: ProjectData): BlockProblem[] =>
  typedTexts
    .filter((field) => [...(project[field] ?? '')].length > longestProjectText)
    .map((field) => ({ field, problem: 'tooLong', values: { max: longestProjectText } }))

/** Read, check and calculate a form; this takes a few tenths of a millisecond. */
export function selectionOf(form: WizardForm, catalogue: Catalogue): LiveSelection {
  const { project, problems } = readForm(form)
  const cityAltitude = form.climate?.altitude ?? null
  const outcome = selectEquipment(project, catalogue, cityAltitude)
  const { missing, blocked } = exportProblems(project)
  const errors = new Map<FieldName, string>()
  for (const problem of [...problems, ...longTexts(project), ...blocked])
    if (!errors.has(problem.field)) errors.set(problem.field, problemText(language, problem))
  const warnings = new Map<FieldName, string[]>()
  for (const warning of outcome.complete ? outcome.selection.warnings : inputWarnings(project, cityAltitude))
    if (warning.field)
      warnings.set(warning.field, [...(warnings.get(warning.field) ?? []), warningText(language, warning)])
  return { project, outcome, catalogue, errors, missing: missing.filter((field) => !errors.has(field)), warnings }
}

/** The live result of the typed values; it is deferred, so that typing never waits for it. */
export function useSelection(form: WizardForm, catalogue: Catalogue): LiveSelection {
  const deferred = useDeferredValue(form)
  return useMemo(() => selectionOf(deferred, catalogue), [deferred, catalogue])
}
