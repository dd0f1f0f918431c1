import { LoaderCircle } from 'lucide-react'
import { useWord } from '#client/i18n.ts'
import { ErrorState } from '#client/ui/status.tsx'
import type { Project } from '#shared/projects.ts'
import { ReportPage } from './report-page.tsx'
import type { WizardCalls } from './use-wizard-calls.ts'

type Props = { saved: Project | null; calls: WizardCalls; onRetry: () => void }

/** Page 5: the report in progress, finished, or failed. */
export function WizardPageReport({ saved, calls, onRetry }: Props) {
  const say = useWord()
  const state = calls.generating ? 'generating' : calls.failure === null ? 'done' : 'failed'
  const back = () => void calls.backToSelection()
  if (saved) return <ReportPage saved={saved} state={state} message={calls.failure} onRetry={onRetry} onBack={back} />
  // The project itself is being saved, or saving failed.
  if (state === 'failed') return <ErrorState message={calls.failure ?? ''} onRetry={onRetry} className="min-h-80" />
  return (
    <p role="status" className="flex min-h-80 items-center justify-center gap-2 text-muted">
      <LoaderCircle aria-hidden className="size-5 animate-spin" />
      {say('reportPage.generating')}
    </p>
  )
}
