import { type RefObject, useId, useRef } from 'react'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { businessTime } from '#shared/business-time.ts'
import type { Day } from '#shared/dates.ts'
import { Button } from './button.tsx'
import { parseDay, parseMoment, parseTime, timeAfterKey } from './calendar-days.ts'
import { DateBox, type DateFieldProps, dateInput } from './date-field.tsx'
import { CalendarButton } from './day-input.tsx'
import { type Rules, TypedText, type TypedTextProps } from './typed-text.tsx'

const dayOf = (moment: string): Day => moment.slice(0, 'YYYY-MM-DD'.length)
const timeOf = (moment: string) => moment.slice('YYYY-MM-DD '.length)

/** Shorten a moment of business time to the form of the field, without its seconds. */
export const toField = (moment: string | null | undefined): string =>
  moment?.slice(0, 'YYYY-MM-DD HH:mm'.length).replace('T', ' ') ?? ''

/** A text input for a time of the day, HH:mm in every language; the arrow keys move by quarters of an hour. */
function TimeText({ value, onChange, onKeyDown, ...input }: TypedTextProps & Pick<Rules, 'onWrong'>) {
  const say = useWord()
  return (
    <TypedText
      maxLength={6}
      placeholder="HH:mm"
      {...input}
      parse={parseTime}
      wrongText={() => say('dates.wrongTime')}
      value={value}
      onChange={onChange}
      onKeyDown={(event) => {
        const next = timeAfterKey(event.key, value)
        if (next !== undefined) {
          event.preventDefault()
          onChange(next)
        }
        onKeyDown?.(event)
      }}
    />
  )
}

/** A labelled time of the day. */
export function TimeField(props: DateFieldProps) {
  const { label: _, help: __, error: ___, required: ____, className: _____, ...input } = props
  return <DateBox {...props}>{(control) => <TimeText {...input} {...control} className={dateInput} />}</DateBox>
}

type TimeBelowProps = TypedTextProps & { input: RefObject<HTMLInputElement | null>; onClose: () => void }

/** The time below the calendar of a day. */
function TimeBelow({ input, value, onChange, onClose }: TimeBelowProps) {
  const say = useWord()
  const id = useId()
  return (
    <div className="mt-1 flex w-full items-center gap-2 border-t border-line px-1 pt-2">
      <label htmlFor={id} className="font-medium">
        {say('dates.time')}
      </label>
      <TimeText
        ref={input}
        id={id}
        className="control figures w-20!"
        value={value}
        onChange={onChange}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // It would submit the form.
          event.preventDefault()
          onClose()
        }}
      />
      <Button size="sm" className="ml-auto" onClick={onClose}>
        {say('ui.ok')}
      </Button>
    </div>
  )
}

/** The limits are moments, too. */
type Limits = { min?: string | undefined; max?: string | undefined }

/**
 * A labelled day with a time, `YYYY-MM-DD HH:mm` in business time: typed, or chosen from a calendar with a field for
 * the time below it. A day without a time gets the earlier time, or midnight when it was typed.
 */
export function DateTimeField(props: Limits & DateFieldProps) {
  const { label, value, onChange, help: _, error: __, required: ___, className: ____, min, max, ...input } = props
  const say = useWord()
  const { timeZone } = useSession()
  const time = useRef<HTMLInputElement>(null)
  const now = () => toField(businessTime(new Date(), timeZone))
  const limited = (moment: string) =>
    min !== undefined && moment < min ? min : max !== undefined && moment > max ? max : moment
  const withTime = (text: string) => {
    const day = parseDay(text)
    return day === null ? parseMoment(text) : `${day} ${timeOf(value) || '00:00'}`
  }
  return (
    <DateBox {...props}>
      {(control) => (
        <>
          <TypedText
            placeholder={say('dates.momentPattern')}
            {...input}
            {...control}
            maxLength={20}
            parse={parseMoment}
            finish={withTime}
            fits={(moment) => limited(moment) === moment}
            wrongText={(moment) =>
              moment === null
                ? say('dates.wrongMoment')
                : max !== undefined && moment > max
                  ? say('dates.atLatest', { day: max })
                  : say('dates.atEarliest', { day: min ?? '' })
            }
            value={value}
            onChange={onChange}
            className={dateInput}
          />
          <CalendarButton
            label={label}
            disabled={input.disabled}
            min={min && dayOf(min)}
            max={max && dayOf(max)}
            chosen={value === '' ? null : [dayOf(value), dayOf(value)]}
            onChoose={(day: Day) => {
              onChange(limited(`${day} ${timeOf(value || now())}`))
              time.current?.select()
              return true
            }}
            below={(close) => (
              <TimeBelow
                input={time}
                value={timeOf(value)}
                onChange={(next) => next !== '' && onChange(limited(`${dayOf(value || now())} ${next}`))}
                onClose={close}
              />
            )}
          />
        </>
      )}
    </DateBox>
  )
}
