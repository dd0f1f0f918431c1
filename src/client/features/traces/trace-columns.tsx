import { formatNumber, say } from '#client/i18n.ts'
import { type Column, onPhone } from '#client/ui/list/column.ts'
import { measureRanges, type TraceRow, type TraceStatus } from '#shared/traces.ts'

export const whoOf = (row: TraceRow): string =>
  row.name ?? (row.serial === null ? '-' : say('traces.device', { serial: row.serial }))
export const statusOf = (status: TraceStatus): string => say(`trace.status.${status}`)

const figure = (value: number | null) => <span className="figures">{formatNumber(value)}</span>
const titled = (name: keyof typeof measureRanges) => `${say(`traces.${name}`)} (${measureRanges[name].unit})`

/**
 * The documented columns (name, sex, phone, age, measurement time, systolic, diastolic, fasting blood sugar, BMI and
 * conclusions) and the status; with `onOpen` a click on a name opens its trace.
 */
export const traceColumns = (onOpen?: (row: TraceRow) => void): Column<TraceRow>[] =>
  onPhone(
    [
      {
        key: 'name',
        title: say('traces.name'),
        fixed: true,
        sticky: 'start',
        cell: (row) =>
          onOpen ? (
            <button
              type="button"
              title={say('class.open')}
              className="font-medium text-accent underline-offset-2 hover:underline"
              onClick={() => onOpen(row)}
            >
              {whoOf(row)}
            </button>
          ) : (
            <span className="font-medium">{whoOf(row)}</span>
          ),
      },
      { key: 'status', title: say('traces.status'), cell: (row) => statusOf(row.status) },
      { key: 'sex', title: say('traces.sex'), cell: (row) => (row.sex === null ? '-' : say(`traces.sex.${row.sex}`)) },
      { key: 'phone', title: say('traces.phone'), cell: (row) => <span className="figures">{row.phone ?? '-'}</span> },
      { key: 'age', title: say('traces.age'), align: 'end', cell: (row) => figure(row.age) },
      {
        key: 'measureTime',
        title: say('traces.measureTime'),
        cell: (row) => <span className="figures">{row.measureTimeStr?.slice(0, 16) ?? '-'}</span>,
      },
      { key: 'systolic', title: titled('systolic'), align: 'end', cell: (row) => figure(row.systolic) },
      { key: 'diastolic', title: titled('diastolic'), align: 'end', cell: (row) => figure(row.diastolic) },
      {
        key: 'fastingBloodSugar',
        title: titled('fastingBloodSugar'),
        align: 'end',
        cell: (row) => figure(row.fastingBloodSugar),
      },
      { key: 'bmi', title: say('traces.bmi'), align: 'end', cell: (row) => figure(row.bmi) },
      {
        key: 'conclusions',
        title: say('traces.conclusions'),
        cell: (row) => (
          <span
            className="inline-block max-w-22 2xl:max-w-56 truncate align-middle"
            title={row.conclusions ?? undefined}
          >
            {row.conclusions ?? '-'}
          </span>
        ),
      },
      { key: 'town', title: say('traces.town'), cell: (row) => row.townName ?? '-' },
      { key: 'person', title: say('traces.person'), cell: (row) => row.userName ?? '-' },
    ],
    {
      name: 'title',
      status: 'side',
      measureTime: 'fact',
      sex: 'fact',
      age: 'named',
      phone: 'fact',
      conclusions: 'fact',
    },
  )
