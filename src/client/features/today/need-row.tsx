import { ChevronRight, CircleHelp, GitFork, RadioTower, Truck, UserRoundPlus, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { SeverityShape } from '#client/features/alerts/severity-mark.tsx'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { StateShape } from '#client/ui/state-tag.tsx'
import type { Need, NeedKind } from '#shared/today.ts'
import { ageOf, isOverdue, keyOf, nameOf, placeOf, type ReadAt, thingOf } from './need-words.ts'

const marks: Record<Exclude<NeedKind, 'warning' | 'event'>, typeof Wrench> = {
  conflict: GitFork,
  siteSilent: RadioTower,
  repairOut: Wrench,
  repairWaiting: CircleHelp,
  tanker: Truck,
  person: UserRoundPlus,
}

type Props = {
  need: Need
  at: ReadAt
  open: boolean
  selected: boolean
  /** Can Tab reach the row? The keys of the queue reach the others. */
  reachable: boolean
  onFocus: () => void
  /** The label of the button; null = this person can only look. */
  action: string | null
  /** Null = no joint action with other rows is possible. */
  onSelect: (() => void) | null
  onOpen: () => void
  onAct: () => void
}

const line =
  'group relative grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-2 border-b border-line px-4 py-1.5 last:border-b-0 hover:bg-hover sm:gap-x-3'

/** Buttons of one width, so that the ages above each other end at one edge. */
const withAction = 'sm:grid-cols-[1.25rem_minmax(0,1fr)_auto_minmax(6.25rem,auto)]'

/** One waiting item: mark, name, owner and place, age, and one button. A click on the row opens it. */
export function NeedRow(props: Props) {
  const { need, at, open, selected, reachable, onFocus, action, onSelect, onOpen, onAct } = props
  const tabIndex = reachable ? undefined : -1
  const say = useWord()
  const name = nameOf(need, say)
  const place = placeOf(need, say).join(' · ')
  const age = ageOf(need, at, say)
  const single = need.event === null && need.kind !== 'siteSilent' && need.kind !== 'person' && need.name !== null
  return (
    <li
      aria-current={open || undefined}
      onFocus={onFocus}
      className={classNames(
        line,
        action === null ? 'sm:grid-cols-[1.25rem_minmax(0,1fr)_auto_auto]' : withAction,
        open && 'opened',
        selected ? 'bg-accent-soft hover:bg-accent-soft' : open && 'bg-hover',
      )}
    >
      <SelectMark {...{ need, name, selected, onSelect, tabIndex }} />
      <span className="min-w-0">
        <button
          type="button"
          tabIndex={tabIndex}
          data-need={keyOf(need)}
          aria-expanded={open}
          onClick={onOpen}
          className="block max-w-full text-start font-medium sm:truncate outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(--accent)"
        >
          <span className={single ? 'font-mono' : undefined}>{thingOf(need, say)}</span>{' '}
          {need.event === null && need.state !== null && (
            <span className="font-normal text-muted sm:ml-1">{say(`device.state.${need.state}`)}</span>
          )}
          {need.tanker && (
            <span className="font-normal sm:ml-1">
              {[need.tanker.plate, need.tanker.driver].filter((part) => part !== null).join(' · ')}
            </span>
          )}
        </button>
        <span className="text-xs text-muted max-sm:line-clamp-2 sm:block sm:truncate" title={place}>
          {age !== '' && (
            <span className="figures sm:hidden">
              {age}
              {place !== '' && ' · '}
            </span>
          )}
          {place}
        </span>
      </span>
      <span className="figures hidden text-end text-xs whitespace-nowrap text-muted sm:block">
        {age}
        {isOverdue(need, at) && <span className="block font-medium text-danger">{say('today.overdue')}</span>}
      </span>
      <RowAct {...{ action, name, onAct, tabIndex }} />
    </li>
  )
}

type SelectProps = Pick<Props, 'need' | 'selected' | 'onSelect'> & { name: string; tabIndex: -1 | undefined }

/** The mark of a row; a check box replaces it on hover or keyboard focus. */
function SelectMark({ need, name, selected, onSelect, tabIndex }: SelectProps) {
  const say = useWord()
  return (
    <span className="relative grid size-5 place-items-center">
      <span
        className={classNames(
          onSelect && 'group-hover:invisible group-focus-within:invisible',
          selected && 'invisible',
        )}
      >
        <Mark need={need} />
      </span>
      {onSelect && (
        <input
          type="checkbox"
          tabIndex={tabIndex}
          aria-label={say('today.select', { name })}
          checked={selected}
          onChange={onSelect}
          className={classNames(
            'absolute z-1 size-4 accent-(--accent-fill) opacity-0 group-hover:opacity-100 group-focus-within:opacity-100',
            selected && 'opacity-100',
          )}
        />
      )}
    </span>
  )
}

type ActProps = Pick<Props, 'action' | 'onAct'> & { name: string; tabIndex: -1 | undefined }

/** The button of a row, or an arrow for people who can only look. */
function RowAct({ action, name, onAct, tabIndex }: ActProps) {
  const say = useWord()
  if (action === null) return <ChevronRight aria-hidden className="size-4 text-muted" />
  return (
    <Button
      size="sm"
      className="relative z-1 sm:w-full"
      tabIndex={tabIndex}
      aria-label={say('today.actOf', { action, name })}
      onClick={onAct}
    >
      {action}
    </Button>
  )
}

function Mark({ need: { kind, state, event } }: { need: Need }): ReactNode {
  if (kind === 'event') return event && <SeverityShape severity={event.severity} className="size-4" />
  if (kind === 'warning') return state && <StateShape state={state} />
  const Icon = marks[kind]
  return (
    <Icon
      aria-hidden
      className={classNames('size-4', kind === 'conflict' || kind === 'siteSilent' ? 'text-caution' : 'text-muted')}
      strokeWidth={1.75}
    />
  )
}
