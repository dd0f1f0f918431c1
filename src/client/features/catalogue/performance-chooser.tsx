import { useWord } from '#client/i18n.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import type { CatalogueModel } from '#shared/selection/model.ts'
import type { DutyAir } from '#shared/selection/performance.ts'
import { ModelPerformance } from './model-performance.tsx'

type Props = {
  models: readonly CatalogueModel[]
  /** The name of a model; null or an unknown name shows the first model. */
  chosen: string | null
  duty: DutyAir | null
  onChoose: (model: string) => void
}

/** The performance of one model of a catalogue at a time. */
export function PerformanceChooser({ models, chosen, duty, onChoose }: Props) {
  const say = useWord()
  const model = models.find((one) => one.model === chosen) ?? models[0]
  if (!model) return <EmptyState title={say('chart.empty')} />
  return (
    <div className="grid grid-cols-1 gap-4">
      <Combobox
        label={say('performance.model')}
        value={model.model}
        options={models.map((one) => ({
          value: one.model,
          label: one.maker === null ? one.model : `${one.model} · ${one.maker}`,
        }))}
        onChange={(next) => next !== null && onChoose(next)}
        clearable={false}
        className="max-w-sm"
      />
      <ModelPerformance model={model} duty={duty} />
    </div>
  )
}
