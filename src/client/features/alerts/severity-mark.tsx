import { Info, OctagonAlert, TriangleAlert } from 'lucide-react'
import { useWord } from '#client/i18n.ts'
import type { AlertSeverity } from '#shared/alerts.ts'

const marks = {
  critical: { Icon: OctagonAlert, colour: 'text-danger' },
  warning: { Icon: TriangleAlert, colour: 'text-caution' },
  notice: { Icon: Info, colour: 'text-muted' },
} as const satisfies Record<AlertSeverity, unknown>

/** The severity of an event as a shape and a colour, for places with a word beside it. */
export function SeverityShape({ severity, className }: { severity: AlertSeverity; className: string }) {
  const { Icon, colour } = marks[severity]
  return <Icon aria-hidden className={`shrink-0 ${colour} ${className}`} />
}

/** The severity of an event as a shape, a colour and a word. */
export function SeverityMark({ severity, className = '' }: { severity: AlertSeverity; className?: string }) {
  const say = useWord()
  return (
    <span className={`inline-flex items-center gap-1.5 align-bottom whitespace-nowrap ${className}`}>
      <SeverityShape severity={severity} className="size-[1.15em]" />
      {say(`alerts.severity.${severity}`)}
    </span>
  )
}
