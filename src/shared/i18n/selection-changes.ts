import type { ChangeReason, ResultChange } from '#shared/selection/explain-change.ts'
import { createBook } from './book.ts'
import { defineWords } from './define.ts'

/** What a later calculation says otherwise, and why. */
const words = defineWords(
  {
    'change.title': '该项目的报告按计算 {{before}} 得出，现在按计算 {{after}}；旧报告保持不变：',
    'change.line': '{{what}} {{before}} → {{after}}，因为{{reason}}',
    'change.end': '。',
    'what.reduction': '减少率',
    'what.needKgH': '所需除湿量 (kg/h)',
    'what.unitCapacityKgH': '单台除湿量 (kg/h)',
    'what.choice': '机型',
    'change.none': '无',
    'reason.wetCoil':
      '设备在库内运行时，只有库内湿度低于盘管表面湿度，盘管才是干的；以前把没有回笼间的冷库一律当作不结霜',
    'reason.wholeDay': '减少率现在按全天计算，并由库内湿平衡得出盘管上的析湿量',
    'reason.moistureInStore': '散湿量在冷库内释放，回笼间的设备除不掉它，它会落到盘管上',
    'reason.makersData': '除湿量现在由制造商的额定值或数据点决定',
    'reason.needChanged': '所需除湿量变了',
    'reason.catalogueChanged': '机型目录有了新版本',
  },
  {
    'change.title':
      'The report of this project was calculated by version {{before}}; now version {{after}} holds. The old report stays as it was:',
    'change.line': '{{what}} {{before}} → {{after}}, because {{reason}}',
    'change.end': '.',
    'what.reduction': 'reduction',
    'what.needKgH': 'need (kg/h)',
    'what.unitCapacityKgH': 'capacity of one unit (kg/h)',
    'what.choice': 'model',
    'change.none': 'none',
    'reason.wetCoil':
      'the coil of a store with its units inside is dry only below the humidity at its surface; a store without a re-entry room used to count as free of frost',
    'reason.wholeDay':
      'the reduction is of a whole day now, and the balance of the store says what settles on the coil',
    'reason.moistureInStore':
      'moisture released in the store ends on its coil, where the units of a re-entry room cannot take it',
    'reason.makersData': 'the rating or the points of the maker decide the capacity now',
    'reason.needChanged': 'the need changed',
    'reason.catalogueChanged': 'the catalogue has a newer version',
  },
) satisfies { zh: Record<`reason.${ChangeReason}` | `what.${ResultChange['what']}`, string> }
const say = createBook<keyof typeof words.zh>(words)

type Language = 'zh' | 'en'
const digits = 4
const shown = (language: Language, { what }: ResultChange, value: number | string | null): string => {
  if (value === null) return say(language, 'change.none')
  if (typeof value === 'string') return value
  return what === 'reduction'
    ? `${Number((100 * value).toPrecision(digits))} %`
    : String(Number(value.toPrecision(digits)))
}

export const changeTitle = (language: Language, before: string, after: string): string =>
  say(language, 'change.title', { before, after })
/** "reduction 100 % → 80.4 %, because …" */
export function changeText(language: Language, change: ResultChange): string {
  const { what, before, after, reason } = change
  const values = {
    what: say(language, `what.${what}`),
    before: shown(language, change, before),
    after: shown(language, change, after),
  }
  const text = say(language, 'change.line', { ...values, reason: say(language, `reason.${reason}`) })
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${say(language, 'change.end')}`
}
