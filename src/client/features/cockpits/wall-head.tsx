import { ArrowLeft, ArrowLeftRight, Maximize, Minimize, Moon, Sun } from 'lucide-react'
import { locale, useWord } from '#client/i18n.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { IconButton } from '#client/ui/button.tsx'
import { businessTime } from '#shared/business-time.ts'
import type { Day } from '#shared/dates.ts'
import type { Word } from '#shared/i18n/index.ts'

type Props = {
  title: string
  /** The company of the figures. */
  company: string
  date: Day | null | undefined
  now: number
  timeZone: string
  /** Inside another page, or as a page of its own: without a back button. */
  embedded: boolean
  /** Another wall that the user may see. */
  other: { path: string; title: Word } | null
  full: boolean
  onFull: () => void
  dark: boolean
  onDark: () => void
}

/** The company of the wall, the business date, and the business time. */
export function WallHead({ title, company, date, now, timeZone, embedded, other, full, onFull, dark, onDark }: Props) {
  const say = useWord()
  const moment = new Date(now)
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric', timeZone }).format(
    moment,
  )
  return (
    <header className="flex flex-wrap items-center gap-x-(--wall-gap) gap-y-1">
      {!embedded && (
        <AppLink
          href="/dashboard/index"
          aria-label={say('ui.back')}
          title={say('ui.back')}
          className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
        >
          <ArrowLeft aria-hidden className="size-5" />
        </AppLink>
      )}
      <h1 className="flex min-w-0 flex-wrap items-baseline max-sm:flex-1 gap-x-[0.5em] text-(length:--wall-title) font-semibold">
        <span className="sm:truncate">{title}</span>
        <span className="truncate text-[0.7em] font-normal text-muted">{company}</span>
      </h1>
      <p className="figures min-w-[13em] whitespace-nowrap text-muted max-sm:order-1 max-sm:min-h-[1.35em] max-sm:basis-full">
        {date === undefined ? '' : date ? say('wall.date', { date }) : say('wall.noDate')}
      </p>
      <p className="ml-auto flex items-baseline gap-x-[0.6em] whitespace-nowrap max-sm:order-1 max-sm:ml-0 max-sm:flex-wrap">
        <span className="text-muted">{weekday}</span>
        <time
          dateTime={moment.toISOString()}
          className="figures text-(length:--wall-figure) leading-none font-semibold"
        >
          {businessTime(moment, timeZone).slice('YYYY-MM-DD '.length)}
        </time>
      </p>
      <span className="flex max-sm:ml-auto">
        {other && !embedded && (
          <AppLink
            href={other.path}
            aria-label={say(other.title)}
            title={say(other.title)}
            className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
          >
            <ArrowLeftRight aria-hidden className="size-5" />
          </AppLink>
        )}
        <IconButton
          label={say(dark ? 'wall.light' : 'wall.dark')}
          icon={dark ? <Sun aria-hidden className="size-5" /> : <Moon aria-hidden className="size-5" />}
          onClick={onDark}
        />
        <IconButton
          label={say(full ? 'wall.leaveFull' : 'wall.full')}
          aria-pressed={full}
          icon={full ? <Minimize aria-hidden className="size-5" /> : <Maximize aria-hidden className="size-5" />}
          onClick={onFull}
        />
      </span>
    </header>
  )
}
