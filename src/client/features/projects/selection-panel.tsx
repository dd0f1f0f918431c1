import { useId, useMemo } from 'react'
import { useWord } from '#client/i18n.ts'
import { inputWarnings } from '#shared/selection/input-warnings.ts'
import type { Catalogue } from '#shared/selection/model.ts'
import type { ProjectData } from '#shared/selection/project-fields.ts'
import type { SelectionOutcome } from '#shared/selection/select.ts'
import { AlternativesTable } from './selection-panel-alternatives.tsx'
import { Figure, FigureGroup, type StepsOf } from './selection-panel-figures.tsx'
import { SelectionHeadline } from './selection-panel-head.tsx'
import { moneyGroup } from './selection-panel-money.ts'
import { NoFitReport } from './selection-panel-no-fit.tsx'
import { type OpenField, SelectionGaps, SelectionWarnings } from './selection-panel-notes.tsx'
import { SelectionPerformance } from './selection-panel-performance.tsx'
import { caseRows, energyGroup, frostGroup, needGroup } from './selection-panel-rows.ts'
import { MoistureBar } from './selection-panel-sources.tsx'
import { panelTrace } from './selection-panel-steps.ts'
import { type CompleteOutcome, moistureSources } from './selection-panel-view.ts'
import { YearChart } from './selection-panel-year.tsx'

/** Look up steps when a mark is opened, not with every key that is pressed. */
function stepsOf(outcome: CompleteOutcome): StepsOf {
  return (names) => {
    const all = new Map([...outcome.trace, ...panelTrace(outcome.details)].map((step) => [step.step, step]))
    return names.flatMap((name) => all.get(name) ?? [])
  }
}

function CaseTable({ outcome, find }: { outcome: CompleteOutcome | null; find: StepsOf | null }) {
  const say = useWord()
  return (
    <table className="w-full">
      <caption className="mb-1 text-start font-semibold">{say('panel.cases')}</caption>
      <thead>
        <tr className="text-xs text-muted">
          <th scope="col" className="text-start font-medium">
            {say('panel.case')}
          </th>
          <th scope="col" className="pe-6 text-end font-medium">
            {say('panel.load')}
          </th>
          <th scope="col" className="pe-6 text-end font-medium">
            {say('panel.dayLoad')}
          </th>
        </tr>
      </thead>
      <tbody>
        {caseRows(say, outcome).map(({ name, governs, note, load, day }) => (
          <tr key={name}>
            <th
              scope="row"
              className={
                governs
                  ? 'text-start font-semibold whitespace-nowrap'
                  : 'text-start font-normal whitespace-nowrap text-muted'
              }
            >
              {name}
              {note !== null && <span className="block text-xs whitespace-normal">{note}</span>}
            </th>
            <td className="text-end">
              <Figure {...load} strong={governs} stepsOf={find} />
            </td>
            <td className="text-end">
              <Figure {...day} stepsOf={find} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function CatalogueNote({ current, reported }: { current: string; reported: string | null }) {
  const say = useWord()
  if (reported === null || reported === current)
    return <p className="figures text-xs text-muted">{say('panel.catalogue', { version: current })}</p>
  return <p className="figures text-xs text-caution">{say('panel.catalogueChanged', { reported, current })}</p>
}

type SelectionPanelProps = {
  project: ProjectData
  outcome: SelectionOutcome
  catalogue: Catalogue
  /** null = not saved yet. */
  projectId: number | null
  /** Open the field of a warning or a gap; without it the links lead to `#field-<name>`. */
  onWarning?: OpenField
  /** The catalogue of the project's last report; null = no report. */
  reportedCatalogue?: string | null
}

/**
 * The live result while a person types: the need, the chosen model, the reasons, the alternatives, and the warnings.
 */
export function SelectionPanel({
  project,
  outcome,
  catalogue,
  projectId,
  onWarning,
  reportedCatalogue = null,
}: SelectionPanelProps) {
  const say = useWord()
  const id = useId()
  const complete = outcome.complete ? outcome : null
  const find = useMemo(() => complete && stepsOf(complete), [complete])
  const noFit = complete?.selection.noFit ?? null
  const money = moneyGroup(say, complete)
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 content-start gap-4 rounded-md border border-line bg-surface p-4"
    >
      <h2 id={id} className="text-base font-semibold">
        {say('panel.title')}
      </h2>
      <SelectionHeadline outcome={outcome} onOpen={onWarning} />
      <SelectionPerformance outcome={complete} catalogue={catalogue} projectId={projectId} />
      <FigureGroup {...needGroup(say, complete)} stepsOf={find} />
      <MoistureBar
        sources={moistureSources(project, complete)}
        governs={complete?.details.duty.governs ?? null}
        stepsOf={find}
      />
      <FigureGroup {...frostGroup(say, complete)} stepsOf={find} />
      <YearChart outcome={complete} />
      <CaseTable outcome={complete} find={find} />
      <FigureGroup {...energyGroup(say, complete)} stepsOf={find} />
      {money && <FigureGroup {...money} stepsOf={find} />}
      {noFit && <NoFitReport noFit={noFit} />}
      {!outcome.complete && <SelectionGaps missing={outcome.missing} blocked={outcome.blocked} onOpen={onWarning} />}
      <AlternativesTable outcome={complete} />
      <SelectionWarnings
        warnings={outcome.complete ? outcome.selection.warnings : inputWarnings(project)}
        onOpen={onWarning}
      />
      {complete && <CatalogueNote current={complete.selection.catalogueVersion} reported={reportedCatalogue} />}
    </section>
  )
}
