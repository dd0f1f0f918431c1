import type { ViewScreen } from '#shared/views.ts'
import { SavedViews } from './saved-views.tsx'
import { type TableSettings, TableSettingsButton } from './table-settings.tsx'

type Props = {
  screen: ViewScreen
  settings: TableSettings
  columns: readonly { key: string; title: string; fixed?: boolean }[]
}

/** The tools above every table: saved views, and the choice of columns. */
export function ListTools({ screen, settings, columns }: Props) {
  return (
    <>
      <SavedViews screen={screen} settings={settings} />
      <TableSettingsButton settings={settings} columns={columns} />
    </>
  )
}
