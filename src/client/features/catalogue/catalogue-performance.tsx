import { useMemo } from 'react'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { QueryError } from '#client/ui/status.tsx'
import type { CatalogueAnswer } from '#shared/catalogue.ts'
import { airOfDuty } from '#shared/selection/performance.ts'
import { selectEquipment } from '#shared/selection/select.ts'
import { PerformanceChooser } from './performance-chooser.tsx'

export type PerformanceView = { model: string | null; project: number | undefined }
type Props = PerformanceView & { catalogue: CatalogueAnswer; change: (patch: Partial<PerformanceView>) => void }

/** The performance of each model of the newest version; opened from a project, with the project's duty. */
export function CataloguePerformance({ catalogue, model, project, change }: Props) {
  const say = useWord()
  const opened = trpc.projects.get.useQuery(
    { id: project ?? 0 },
    { enabled: project !== undefined, meta: { silent: true } },
  )
  const outcome = useMemo(
    () => (opened.data ? selectEquipment(opened.data, catalogue) : null),
    [opened.data, catalogue],
  )
  const duty = useMemo(() => (outcome?.complete ? airOfDuty(outcome.details.duty) : null), [outcome])
  const suggested = outcome?.complete ? outcome.selection.model : null
  const name = opened.data?.name ?? opened.data?.projectNo ?? ''
  return (
    <div className="grid grid-cols-1 gap-4">
      {opened.error && <QueryError query={opened} />}
      {outcome && (
        <p className="text-muted">{say(duty ? 'performance.ofProject' : 'performance.projectOpen', { name })}</p>
      )}
      <PerformanceChooser
        models={catalogue.models}
        chosen={model ?? suggested}
        duty={duty}
        onChoose={(next) => change({ model: next })}
      />
    </div>
  )
}
