import { ArrowRight, Check } from 'lucide-react'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { toastSuccess } from '#client/ui/toast.ts'
import { isFinal, type ReportDetail } from '#shared/reports.ts'

/**
 * The stations of the base in their order: the passed ones, the present one, and the button that moves the tanker to
 * the next.
 */
export function StationSteps({ report }: { report: ReportDetail }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const { stations, stationId } = report
  const here = stations.findIndex(({ id }) => id === stationId)
  const up = trpc.reports.upStation.useMutation({
    onSettled: () => utils.reports.invalidate(),
    onSuccess: ({ station }) => toastSuccess(say('inspection.atStation', { station: station ?? '-' })),
  })
  // A finished report has also passed its last station.
  const passed = report.status === 2 ? here + 1 : here
  const hasNext = stations.some(({ id }) => stationId === null || id > stationId)
  return (
    <Card
      title={say('inspection.stations')}
      className="break-inside-avoid"
      actions={
        hasNext &&
        !isFinal(report.status) && (
          <Button
            className="print:hidden"
            icon={<ArrowRight aria-hidden className="size-4" />}
            busy={up.isPending}
            onClick={() => up.mutate({ id: report.id })}
          >
            {say('inspection.nextStation')}
          </Button>
        )
      }
    >
      {stations.length === 0 ? (
        <p className="text-muted">{report.station ?? say('inspection.noStations')}</p>
      ) : (
        <>
          {stationId === null && <p className="mb-2 text-muted">{say('inspection.noStation')}</p>}
          <ol className="flex flex-wrap gap-2">
            {stations.map(({ id, name }, index) => (
              <Step
                key={id}
                name={name}
                number={index + 1}
                isPassed={index < passed}
                isPresent={id === stationId && index >= passed}
                isAhead={index > here}
              />
            ))}
          </ol>
        </>
      )}
    </Card>
  )
}

type StepProps = { name: string; number: number; isPassed: boolean; isPresent: boolean; isAhead: boolean }

/** A station with its number; a passed one has a mark instead. */
const Step = ({ name, number, isPassed, isPresent, isAhead }: StepProps) => (
  <li
    aria-current={isPresent ? 'step' : undefined}
    className={classNames(
      'flex min-h-8 items-center gap-1.5 rounded-md border px-3',
      isPresent ? 'border-accent bg-accent-soft font-semibold text-accent' : 'border-line',
      isAhead && 'text-muted',
    )}
  >
    {isPassed ? <Check aria-hidden className="size-4 text-success" /> : <span className="figures">{number}</span>}
    {name}
  </li>
)
