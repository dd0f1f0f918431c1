import { defineWords } from '#shared/i18n/define.ts'
import type { Language } from '#shared/i18n/index.ts'

/** Labels of the option lists; data contains the codes. */
const labels = defineWords(
  {
    coldAirFan: '冷风机库',
    tubeBank: '排管库',
    alwaysOpen: '常开',
    alwaysClosed: '常闭',
    occasionally: '偶尔开',
    yes: '是',
    no: '否',
  },
  {
    coldAirFan: 'Cold-air-fan storage',
    tubeBank: 'Tube-bank storage',
    alwaysOpen: 'Always open',
    alwaysClosed: 'Always closed',
    occasionally: 'Occasionally open',
    yes: 'Yes',
    no: 'No',
  },
)
type Code = keyof typeof labels.zh
const codes = Object.keys(labels.zh) as Code[]

/** Other spellings in the documents. */
const spellings: Readonly<Record<string, Code>> = {
  冷风机: 'coldAirFan',
  排管: 'tubeBank',
  有: 'yes',
  无: 'no',
  'cold-air-fan storage': 'coldAirFan',
  'tube-bank storage': 'tubeBank',
  occasionally: 'occasionally',
}

/** Return the label of a code. */
export const choiceLabel = (language: Language, code: Code): string => labels[language][code]

/**
 * Return the code of a label in either language, in any letter case; the caller checks that it belongs to the field.
 */
export function codeOfLabel(label: string): string | undefined {
  const wanted = label.toLowerCase()
  return (
    codes.find(
      (code) => code.toLowerCase() === wanted || labels.zh[code] === label || labels.en[code].toLowerCase() === wanted,
    ) ?? spellings[wanted]
  )
}
