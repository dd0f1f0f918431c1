import type { z } from 'zod'
import { deviceStates } from '#shared/devices.ts'
import type { FieldProblem } from '#shared/errors.ts'
import { type Language, type Word, word } from '#shared/i18n/index.ts'
import { repairOutcomes } from '#shared/repairs.ts'

type Issue = z.core.$ZodIssue

/** Messages that our own schemas give are keys of words; anything else is zod's English and is not shown. */
const ownProblems: Record<string, Word> = {
  day: 'problem.day',
  month: 'problem.month',
  missing: 'problem.missing',
  dateOrder: 'problem.dateOrder',
  dateRange: 'problem.dateRange',
  phone: 'seed.phoneWrong',
  siteName: 'places.siteName.missing',
  siteDomain: 'places.domain.missing',
  domainForm: 'places.domain.form',
  userName: 'users.userNameWrong',
  stationName: 'stations.nameMissing',
  checkMethod: 'measures.methodMissing',
  cashAmount: 'measures.amountMissing',
  decimals: 'problem.decimals',
  positive: 'problem.positive',
  id: 'problem.id',
  wholeNumber: 'problem.wholeNumber',
  yesNo: 'problem.yesNo',
  pressureOrder: 'traces.pressureOrder',
  notNegative: 'problem.notNegative',
  goodsTwice: 'problem.goodsTwice',
  orderEmpty: 'goodsOrder.problem.items',
  cashAmountForm: 'measures.amountWrong',
  point: 'comment.pointWrong',
}

const isAmong = <Value extends string>(values: readonly unknown[], known: readonly Value[]): values is readonly Value[] =>
  values.every((value) => known.some((one) => one === value))

/** The values that a field takes; codes with what the screens call them, where that is another word. */
export function choicesText(values: readonly unknown[], language: Language): string {
  const named = (code: string, key: Word): string => {
    const label = word(language, key)
    return label.toLowerCase() === code.toLowerCase() ? code : `${code}=${label}`
  }
  if (isAmong(values, deviceStates)) return values.map((state) => named(state, `device.state.${state}`)).join(', ')
  if (isAmong(values, repairOutcomes)) return values.map((outcome) => named(outcome, `repair.outcome.${outcome}`)).join(', ')
  return values.join(', ')
}

function sentence(issue: Issue, language: Language): string {
  const said = ownProblems[issue.message]
  if (said) return word(language, said)
  switch (issue.code) {
    case 'unrecognized_keys':
      return word(language, 'problem.unknownFields', { fields: issue.keys.join(', '), allowed: issue.message })
    case 'invalid_value':
      return word(language, 'problem.notOneOf', { allowed: choicesText(issue.values, language) })
    case 'too_small':
      return word(language, issue.origin === 'string' ? 'problem.tooShort' : 'problem.tooSmall', { limit: String(issue.minimum) })
    case 'too_big':
      return word(language, issue.origin === 'string' ? 'problem.tooLong' : 'problem.tooBig', { limit: String(issue.maximum) })
    case 'invalid_type':
      return word(language, issue.message.endsWith('received undefined') ? 'problem.missing' : 'problem.invalid')
    default:
      return word(language, 'problem.invalid')
  }
}

/** What zod found, as sentences; the first of several branches speaks for a union. */
export function problemsOf(issues: readonly Issue[], language: Language): FieldProblem[] {
  return issues.flatMap((issue) => {
    // A union of single values is one choice, of which all are named.
    const choices =
      issue.code === 'invalid_union' ? issue.errors.map(([only, ...more]) => (only?.code === 'invalid_value' && more.length === 0 ? only.values : null)) : []
    if (choices.length > 0 && choices.every((values) => values !== null))
      return { field: issue.path.join('.'), problem: word(language, 'problem.notOneOf', { allowed: choicesText(choices.flat(), language) }) }
    const inner = issue.code === 'invalid_union' ? issue.errors.flat().at(-1) : undefined
    const said = inner ?? issue
    return { field: [...issue.path, ...(inner?.path ?? [])].join('.'), problem: sentence(said, language) }
  })
}
