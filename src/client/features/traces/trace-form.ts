import { say } from '#client/i18n.ts'
import { type Measure, measureRanges, type TraceRow } from '#shared/traces.ts'

export const measures = ['systolic', 'diastolic', 'fastingBloodSugar', 'bmi'] as const satisfies readonly Measure[]
/** What the form of a measurement holds; the time as a `datetime-local` field writes it, empty = now. */
export type TraceForm = Record<Measure, string> & { testeeId: number | null; time: string; conclusions: string }

const text = (value: number | null | undefined): string => (value === null || value === undefined ? '' : String(value))
export const formOf = (trace: TraceRow | null, testeeId: number | null): TraceForm => ({
  testeeId: trace?.testeeId ?? testeeId,
  time: trace?.measureTimeStr?.slice(0, 16).replace(' ', 'T') ?? '',
  systolic: text(trace?.systolic),
  diastolic: text(trace?.diastolic),
  fastingBloodSugar: text(trace?.fastingBloodSugar),
  bmi: text(trace?.bmi),
  conclusions: trace?.conclusions ?? '',
})

/** What is wrong with each field, in words. */
export function problemsOf(form: TraceForm): Partial<Record<Measure | 'testeeId', string>> {
  const problems: Partial<Record<Measure | 'testeeId', string>> = {}
  if (form.testeeId === null) problems.testeeId = say('traces.testeeMissing')
  for (const name of measures) {
    const typed = form[name].trim()
    const { min, max } = measureRanges[name]
    if (typed !== '' && !(Number(typed) >= min && Number(typed) <= max)) problems[name] = say('traces.rangeWrong', { min, max })
  }
  const isReversed = form.systolic.trim() !== '' && form.diastolic.trim() !== '' && Number(form.diastolic) >= Number(form.systolic)
  if (isReversed) problems.diastolic ??= say('traces.pressureOrder')
  return problems
}

export const requestOf = ({ time, systolic, diastolic, fastingBloodSugar, bmi, conclusions }: TraceForm) => ({
  measureTimeStr: time,
  systolic: systolic.trim(),
  diastolic: diastolic.trim(),
  fastingBloodSugar: fastingBloodSugar.trim(),
  bmi: bmi.trim(),
  conclusions: conclusions.trim(),
})
