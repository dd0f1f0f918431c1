import { ChartLine } from 'lucide-react'
import { useMemo, useState } from 'react'
import { PerformanceChooser } from '#client/features/catalogue/performance-chooser.tsx'
import { useWord } from '#client/i18n.ts'
import { useMay } from '#client/session-context.tsx'
import { AppLink } from '#client/ui/app-link.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Catalogue } from '#shared/selection/model.ts'
import { airOfDuty } from '#shared/selection/performance.ts'
import type { CompleteOutcome } from './selection-panel-view.ts'

type Props = { outcome: CompleteOutcome; catalogue: Catalogue; projectId: number | null }

/**
 * Open the operating points of the chosen model or of another one, with the duty of this project among them. The height
 * stays the same without a result.
 */
export function SelectionPerformance({
  outcome,
  catalogue,
  projectId,
}: Omit<Props, 'outcome'> & { outcome: CompleteOutcome | null }) {
  const say = useWord()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        className="justify-self-start"
        icon={<ChartLine aria-hidden className="size-4" />}
        onClick={() => setOpen(true)}
        disabled={!outcome}
        aria-haspopup="dialog"
      >
        {say('performance.open')}
      </Button>
      {open && outcome && (
        <PerformanceDialog
          outcome={outcome}
          catalogue={catalogue}
          projectId={projectId}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function PerformanceDialog({ outcome, catalogue, projectId, onClose }: Props & { onClose: () => void }) {
  const say = useWord()
  const mayEdit = useMay('materialType')
  const { model, noFit } = outcome.selection
  const [chosen, setChosen] = useState(model ?? noFit?.largest?.model ?? null)
  const { duty } = outcome.details
  const air = useMemo(() => airOfDuty(duty), [duty])
  const address = new URLSearchParams({
    tab: 'performance',
    ...(chosen === null ? {} : { model: chosen }),
    project: String(projectId ?? ''),
  })
  return (
    <Dialog open onClose={onClose} size="lg" title={say('performance.openTitle')}>
      <div className="grid grid-cols-1 gap-4">
        <PerformanceChooser models={catalogue.models} chosen={chosen} duty={air} onChoose={setChosen} />
        {mayEdit && projectId !== null && (
          <AppLink
            href={`/catalogue?${address}`}
            className="justify-self-start text-accent underline underline-offset-2"
          >
            {say('performance.openCatalogue')}
          </AppLink>
        )}
      </div>
    </Dialog>
  )
}
