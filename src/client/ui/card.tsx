import type { ComponentProps, ReactNode } from 'react'
import { formatNumber } from '#client/i18n.ts'
import type { DeviceState } from '#shared/devices.ts'
import { AppLink } from './app-link.tsx'
import { classNames } from './class-names.ts'
import { Skeleton } from './skeleton.tsx'
import { StateShape, stateColor } from './state-tag.tsx'

type CardProps = Omit<ComponentProps<'section'>, 'title'> & {
  title?: ReactNode
  actions?: ReactNode
  padded?: boolean
  /** Keep the actions beside a title of any length. */
  oneLine?: boolean
}

/** A surface with a thin border; with a title it is a named region. */
export function Card({ title, actions, padded = true, oneLine = false, className, children, ...rest }: CardProps) {
  return (
    <section {...rest} className={classNames('rounded-md border border-line bg-surface', className)}>
      {(title || actions) && (
        <header
          className={classNames(
            'flex min-h-10 items-center justify-between gap-x-2 gap-y-1 border-b border-line px-4 py-1.5 max-sm:gap-x-1 max-sm:py-2.5',
            // On a phone small actions are beside the title, a wide one is below.
            !oneLine && 'flex-wrap max-sm:justify-end',
          )}
        >
          {/* On a phone a long title wraps between words before an action does. */}
          <h2 className="min-w-0 font-semibold break-keep max-sm:min-w-min max-sm:flex-1">{title}</h2>
          {actions && (
            <div
              className={classNames(
                'ml-auto flex items-center justify-end gap-2',
                !oneLine && 'flex-wrap max-sm:contents',
              )}
            >
              {actions}
            </div>
          )}
        </header>
      )}
      <div className={padded ? 'p-4' : undefined}>{children}</div>
    </section>
  )
}

type CountCardProps = {
  label: string
  /** undefined = still loading, null = unknown. */
  value: number | null | undefined
  /** A link to the counted rows. */
  href: string
  state?: DeviceState
  /** A second, smaller line, for example the percentage of the total. */
  note?: string
  current?: boolean
}

/** From here on a number is too wide for a third of a phone's width. */
const longNumber = 1_000_000

/** A number that links to its rows. Its size does not change while it loads. */
export function CountCard({ label, value, href, state, note, current = false }: CountCardProps) {
  return (
    <AppLink
      href={href}
      aria-current={current ? 'true' : undefined}
      className="relative block overflow-hidden rounded-md border border-line bg-surface px-3 py-2 transition-colors max-sm:pr-1 max-sm:pl-2 hover:border-control aria-[current]:border-accent"
    >
      <span
        aria-hidden
        className="absolute inset-y-0 left-0 w-0.5"
        style={{ background: state ? stateColor(state) : 'var(--accent)' }}
      />
      <span className="flex items-center gap-1.5 text-muted max-sm:gap-1">
        {state && <StateShape state={state} />}
        <span className="truncate max-sm:text-xs">{label}</span>
      </span>
      <span
        className={classNames(
          'figures mt-1 block h-7 text-xl leading-7 font-semibold',
          (value ?? 0) >= longNumber && 'max-sm:text-base',
        )}
      >
        {value === undefined ? <Skeleton className="h-6 w-16" /> : formatNumber(value)}
      </span>
      {note !== undefined && <span className="figures block h-4 text-xs text-muted">{note}</span>}
    </AppLink>
  )
}
