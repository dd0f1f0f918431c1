import { useMemo } from 'react'
import { language, useWord } from '#client/i18n.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { fieldLabel } from '#shared/i18n/selection.ts'
import { type Goods, goods, goodsOf } from '#shared/selection/goods.ts'
import { useWizardFields } from './wizard-context.tsx'

/** The 45 kinds of goods and "other", found by typing, with their recommended range. */
export function WizardGoodsField({ className }: { className?: string }) {
  const say = useWord()
  const { form, set, errorOf } = useWizardFields()
  const options = useMemo(() => goods.map((kind) => ({ value: kind.key, label: kind[language] })), [])
  const kind = goodsOf(form.values.coldStorageUsage || null)
  return (
    <div data-field="coldStorageUsage" className={className}>
      <Combobox
        label={fieldLabel(language, 'coldStorageUsage')}
        value={form.values.coldStorageUsage || null}
        options={options}
        onChange={(key) => set('coldStorageUsage', key ?? '')}
        placeholder={say('ui.choose')}
        error={errorOf('coldStorageUsage')}
        required
        help={kind && rangeText(say, kind)}
      />
    </div>
  )
}

function rangeText(say: ReturnType<typeof useWord>, { tempMin, tempMax, rhMin, rhMax, source }: Goods): string {
  if (tempMin === null || tempMax === null || rhMin === null || rhMax === null) return say('wizardField.goodsNoRange')
  return say('wizardField.goodsRange', { tempMin, tempMax, rhMin, rhMax, source })
}

/** The recommended range of both design values of the store; null where the goods have none. */
export function useGoodsHint(): { temperature: string | null; humidity: string | null } {
  const say = useWord()
  const { form } = useWizardFields()
  const kind = goodsOf(form.values.coldStorageUsage || null)
  const hint = (min: number | null | undefined, max: number | null | undefined) =>
    min === null || min === undefined || max === null || max === undefined
      ? null
      : say('wizardField.goodsHint', { min, max })
  return { temperature: hint(kind?.tempMin, kind?.tempMax), humidity: hint(kind?.rhMin, kind?.rhMax) }
}
