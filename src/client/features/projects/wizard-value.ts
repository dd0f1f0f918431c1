import { language, say } from '#client/i18n.ts'
import { goodsOf } from '#shared/selection/goods.ts'
import { choiceLabel } from '#shared/selection/labels.ts'
import {
  type ChoiceName,
  choiceFields,
  type FieldName,
  type NumberField,
  numberFields,
} from '#shared/selection/project-fields.ts'
import { isNumberName } from './wizard-form.ts'
import { unitText } from './wizard-unit.ts'

const isChoiceName = (name: FieldName): name is ChoiceName => name in choiceFields

/** Format a value of the form with its unit. */
export function valueText(name: FieldName, value: string): string {
  if (value.trim() === '') return say('wizard.empty')
  if (isNumberName(name)) {
    const { unit }: NumberField = numberFields[name]
    return `${value} ${unitText(unit)}`.trim()
  }
  if (isChoiceName(name)) {
    const code = choiceFields[name].codes.find((known) => known === value)
    return code ? choiceLabel(language, code) : value
  }
  return name === 'coldStorageUsage' ? (goodsOf(value)?.[language] ?? value) : value
}
