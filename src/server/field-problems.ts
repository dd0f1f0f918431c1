import type { z } from 'zod'
import { deviceStates } from '#shared/devices.ts'
import type { FieldProblem } from '#shared/errors.ts'
import { type Language, type Word, word } from '#shared/i18n/index.ts'
import { ownProblem, problemOf } from '#shared/problems.ts'
import { repairOutcomes } from '#shared/repairs.ts'

type Issue = z.core.$ZodIssue

const isAmong = <Value extends string>(
  values: readonly unknown[],
  known: readonly Value[],
): values is readonly Value[] => values.every((value) => known.some((one) => one === value))

/** List the values that a field accepts; a code is followed by its label where the two differ. */
export function choicesText(values: readonly unknown[], language: Language): string {
  const named = (code: string, key: Word): string => {
    const label = word(language, key)
    return label.toLowerCase() === code.toLowerCase() ? code : `${code}=${label}`
  }
  if (isAmong(values, deviceStates)) return values.map((state) => named(state, `device.state.${state}`)).join(', ')
  if (isAmong(values, repairOutcomes))
    return values.map((outcome) => named(outcome, `repair.outcome.${outcome}`)).join(', ')
  return values.join(', ')
}

function sentence(issue: Issue, language: Language): string {
  const own = ownProblem(issue.message)
  if (own) return word(language, own)
  switch (issue.code) {
    case 'unrecognized_keys':
      // For a strict request, list the accepted fields; elsewhere the message is the schema's own.
      return issue.message.startsWith('Unrecognized key')
        ? word(language, 'problem.unknownFieldsOnly', { fields: issue.keys.join(', ') })
        : word(language, 'problem.unknownFields', { fields: issue.keys.join(', '), allowed: issue.message })
    case 'invalid_value':
      return word(language, 'problem.notOneOf', { allowed: choicesText(issue.values, language) })
    default: {
      const isMissing = issue.message.endsWith('received undefined')
      if (issue.code === 'invalid_type' && issue.expected === 'number' && !isMissing)
        return word(language, 'problem.number')
      const { word: key, values } = problemOf(issue, isMissing)
      return word(language, key, values)
    }
  }
}

/** Choose the issue that represents a union: the last one of the branches whose fields were sent. */
function innerOf(branches: readonly (readonly Issue[])[]): Issue | undefined {
  const fitting = branches.filter((issues) => !issues.some(({ code }) => code === 'unrecognized_keys'))
  return (fitting.length > 0 ? fitting : branches).flat().at(-1)
}

/** Convert zod issues into sentences; a union is represented by one of its branches. */
export function problemsOf(issues: readonly Issue[], language: Language): FieldProblem[] {
  return issues.flatMap((issue) => {
    // A union of literals is one choice: name all of them.
    const choices =
      issue.code === 'invalid_union'
        ? issue.errors.map(([only, ...more]) =>
            only?.code === 'invalid_value' && more.length === 0 ? only.values : null,
          )
        : []
    if (choices.length > 0 && choices.every((values) => values !== null))
      return {
        field: issue.path.join('.'),
        problem: word(language, 'problem.notOneOf', { allowed: choicesText(choices.flat(), language) }),
      }
    const inner = issue.code === 'invalid_union' ? innerOf(issue.errors) : undefined
    const said = inner ?? issue
    return { field: [...issue.path, ...(inner?.path ?? [])].join('.'), problem: sentence(said, language) }
  })
}
