import { useId } from 'react'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'

type Settings = { density: 'comfortable' | 'compact'; hidden: string[] }
type Props = {
  settings: Settings & { change: (next: Partial<Settings>) => void; reset: () => void }
  columns: readonly { key: string; title: string; fixed?: boolean }[]
}

/** Row height and visible columns of a table. */
export function SettingsPanel({ settings, columns }: Props) {
  const say = useWord()
  const id = useId()
  const toggle = (key: string) =>
    settings.change({
      hidden: settings.hidden.includes(key)
        ? settings.hidden.filter((name) => name !== key)
        : [...settings.hidden, key],
    })
  return (
    <>
      <div className="min-h-0 overflow-y-auto">
        <fieldset className="mb-3">
          <legend className="mb-1 font-medium">{say('table.density')}</legend>
          {(['comfortable', 'compact'] as const).map((density) => (
            <label key={density} className="option">
              <input
                type="radio"
                name={`${id}-density`}
                checked={settings.density === density}
                onChange={() => settings.change({ density })}
                className="accent-(--accent-fill)"
              />
              {say(`table.${density}`)}
            </label>
          ))}
        </fieldset>
        <fieldset className="mb-2">
          <legend className="mb-1 font-medium">{say('table.columns')}</legend>
          {columns
            .filter((column) => !column.fixed)
            .map((column) => (
              <label key={column.key} className="option">
                <input
                  type="checkbox"
                  checked={!settings.hidden.includes(column.key)}
                  onChange={() => toggle(column.key)}
                  className="accent-(--accent-fill)"
                />
                {column.title}
              </label>
            ))}
        </fieldset>
      </div>
      <Button size="sm" className="mt-1 self-start" onClick={settings.reset}>
        {say('table.resetColumns')}
      </Button>
    </>
  )
}
