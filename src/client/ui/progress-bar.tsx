import { formatNumber, useWord } from '#client/i18n.ts'
import { classNames } from './class-names.ts'

/** The progress of a long task. `total` 0 = unknown: the bar moves without a number. */
export function ProgressBar({ label, done, total }: { label: string; done: number; total: number }) {
  const say = useWord()
  const known = total > 0
  const share = known ? Math.min(100, Math.round((done / total) * 100)) : 0
  return (
    <div className="grid gap-1">
      <div className="flex justify-between gap-2">
        <span>{label}</span>
        <span className="figures text-muted">
          {known ? say('progress.of', { done: formatNumber(done), total: formatNumber(total) }) : ''}
        </span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={known ? share : undefined}
        className="h-2 overflow-hidden rounded-full bg-sunken forced-colors:border"
      >
        <div
          className={classNames(
            'h-full bg-accent-fill forced-colors:bg-[CanvasText]',
            known ? 'transition-[width]' : 'w-1/3 animate-pulse',
          )}
          style={known ? { width: `${share}%` } : undefined}
        />
      </div>
    </div>
  )
}
