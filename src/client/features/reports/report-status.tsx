import { Ban, CheckCircle2, CircleDashed, CirclePlay, CircleX } from 'lucide-react'
import { useWord } from '#client/i18n.ts'
import { classNames } from '#client/ui/class-names.ts'
import type { ReportStatus as Status } from '#shared/reports.ts'

const icons = { 0: CircleDashed, 1: CirclePlay, 2: CheckCircle2, 3: Ban } as const
const tones = { 0: 'text-muted', 1: 'text-accent', 2: 'text-success', 3: 'text-muted' } as const
const failed = '不合格'

type Props = {
  status: Status
  /** A finished report of a failed tanker does not look like one of a passed tanker. */
  result?: string | null
  /** On a phone, whose row has one word for both, the result replaces the status. */
  phoneWord?: string
}

/** The status of a report: a different shape for each status, and its word. */
export function ReportStatus({ status, result = null, phoneWord }: Props) {
  const say = useWord()
  const Icon = result === failed ? CircleX : icons[status]
  return (
    <span className="inline-flex items-center gap-1.5 align-bottom whitespace-nowrap">
      <Icon aria-hidden className={classNames('size-4', result === failed ? 'text-danger' : tones[status])} />
      <span className={classNames(phoneWord !== undefined && 'max-sm:hidden')}>
        {say(`inspection.status.${status}`)}
      </span>
      {phoneWord !== undefined && <span className="sm:hidden">{phoneWord}</span>}
    </span>
  )
}

/** Translate a documented result; a result that another program sent is shown unchanged. */
export function useResultName(): (result: string | null) => string {
  const say = useWord()
  return (result) => (result === '合格' || result === failed ? say(`inspection.result.${result}`) : (result ?? '-'))
}
