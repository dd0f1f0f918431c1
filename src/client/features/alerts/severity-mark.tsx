import { Info, OctagonAlert, TriangleAlert } from 'lucide-react'
import { useWord } from '#client/i18n.ts'
import type { AlertSeverity } from '#shared/alerts.ts'

const marks = {
  critical: { Icon: OctagonAlert, colour: 'text-danger' },
  warning: { Icon: TriangleAlert, colour: 'text-caution' },
  notice: { Icon: Info, colour: 'text-muted' },
} as const satisfies Record<AlertSeverity, unknown>

/** How bad an event is, by a shape, a colour and a word. */
export function SeverityMark({ severity, className = '' }: { severity: AlertSeverity; className?: string }) {
  const say = useWord()
  const { Icon, colour } = marks[severity]
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${className}`}>
      <Icon aria-hidden className={`size-[1.15em] shrink-0 ${colour}`} />
      {say(`alerts.severity.${severity}`)}
    </span>
  )
}
