import { ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { FieldName } from '#shared/selection/project-fields.ts'
import type { SelectionOutcome } from '#shared/selection/select.ts'
import type { LiveSelection } from './use-selection.ts'

// A phone shows it only in the open sheet.
const SelectionPanel = lazyPart(
  async () => (await import('./selection-panel.tsx')).SelectionPanel,
  <Skeleton className="h-96 w-full" />,
  true,
)

type Props = {
  live: LiveSelection
  projectId: number | null
  reportedCatalogue: string | null
  onGo: (field: FieldName) => void
}

const LivePanel = ({ live, projectId, reportedCatalogue, onGo }: Props) => (
  <SelectionPanel
    project={live.project}
    outcome={live.outcome}
    catalogue={live.catalogue}
    projectId={projectId}
    reportedCatalogue={reportedCatalogue}
    onWarning={onGo}
  />
)

/** The live result beside the form, where there is enough width. */
export function WizardAside(props: Props) {
  const say = useWord()
  return (
    <aside
      aria-label={say('wizard.live')}
      className="sticky top-40 -mb-4 grid max-h-[calc(100dvh-13.0625rem)] grid-cols-1 content-start gap-4 self-start overflow-y-auto rounded-t-md"
    >
      <LivePanel {...props} />
    </aside>
  )
}

/** The same in a sheet above the bottom bar on small screens; a closed sheet still shows the choice. */
export function WizardSheet(props: Props) {
  const say = useWord()
  const id = useId()
  const [open, setOpen] = useState(false)
  const Icon = open ? ChevronDown : ChevronUp
  return (
    <section aria-label={say('wizard.live')} className="border-t border-line bg-surface">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 w-full items-center gap-2 px-4 text-start hover:bg-hover"
      >
        <span className="min-w-0 flex-1 truncate font-semibold">{useSummary(props.live.outcome)}</span>
        <span className="text-xs text-muted">{say(open ? 'wizard.hideResult' : 'wizard.showResult')}</span>
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      </button>
      <div id={id} hidden={!open} className="max-h-[55dvh] overflow-y-auto border-t border-line bg-ground p-2">
        {open && <LivePanel {...props} />}
      </div>
    </section>
  )
}

/** The result in one line. */
function useSummary(outcome: SelectionOutcome): string {
  const say = useWord()
  if (!outcome.complete)
    return outcome.blocked.length > 0 ? say('panel.toCorrect', { count: outcome.blocked.length }) : say('panel.toFill')
  const { model, count } = outcome.selection
  return model === null || count === null ? say('panel.noFit') : say('panel.choice', { model, count })
}
