import type { ClassDetail, ClassType } from '#shared/classes.ts'
import type { Word } from '#shared/i18n/index.ts'

/** What the form of a session holds; times as `datetime-local` fields write them. */
export type ClassForm = { name: string; type: ClassType; start: string; end: string; meetInfo: string; speechText: string; guidance: string }

const local = (moment: string): string => moment.slice(0, 16).replace(' ', 'T')

export const formOf = (session: ClassDetail | null): ClassForm => ({
  name: session?.name ?? '',
  type: session?.type ?? '录播',
  start: session ? local(session.dateRange[0]) : '',
  end: session ? local(session.dateRange[1]) : '',
  meetInfo: session?.meetInfo ?? '',
  speechText: session?.speechText ?? '',
  guidance: session?.guidance ?? '',
})

export type ClassField = 'name' | 'start' | 'end' | 'meetInfo'

export function problemsOf({ name, start, end, meetInfo }: ClassForm): Partial<Record<ClassField, Word>> {
  return {
    ...(name.trim() === '' ? { name: 'class.nameMissing' as const } : {}),
    ...(start === '' ? { start: 'class.timeMissing' as const } : {}),
    ...(end === '' ? { end: 'class.timeMissing' as const } : start !== '' && end < start ? { end: 'class.timeOrder' as const } : {}),
    ...(/^[\w-]{0,64}$/.test(meetInfo.trim()) ? {} : { meetInfo: 'class.meetInfoWrong' as const }),
  }
}

export const requestOf = ({ name, type, start, end, meetInfo, speechText, guidance }: ClassForm) => ({
  name: name.trim(),
  type,
  dateRange: [start, end] as [string, string],
  meetInfo: meetInfo.trim(),
  speechText: speechText.trim(),
  guidance: guidance.trim(),
})
