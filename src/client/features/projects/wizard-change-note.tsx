import { History } from 'lucide-react'
import { language } from '#client/i18n.ts'
import { changeText, changeTitle } from '#shared/i18n/selection-changes.ts'
import type { Project } from '#shared/projects.ts'
import { explainChange } from '#shared/selection/explain-change.ts'
import type { SelectionOutcome } from '#shared/selection/select.ts'

/**
 * How the present calculation differs from the one of the last report. Only for a project that has not changed since
 * that report: otherwise the cause of a difference would not be clear.
 */
export function WizardChangeNote({
  saved,
  unsaved,
  outcome,
}: {
  saved: Project | null
  unsaved: boolean
  outcome: SelectionOutcome
}) {
  const before = saved?.exportStatus === 1 && !unsaved ? saved.selection : null
  const changes = before && outcome.complete ? explainChange(before, outcome.selection) : []
  if (!before || !outcome.complete || changes.length === 0) return null
  return (
    <div role="status" className="flex items-start gap-2 rounded-md border border-caution bg-caution-soft px-3 py-2">
      <History aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="figures grid min-w-0 gap-1">
        <p>{changeTitle(language, before.calculationVersion, outcome.selection.calculationVersion)}</p>
        <ul className="list-disc ps-5">
          {changes.map((change) => (
            <li key={change.what}>{changeText(language, change)}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}
