import type { PlaceBook } from '#server/services/place-book.ts'
import type { Cell } from '#server/services/spreadsheet.ts'
import { businessTime } from '#shared/dates.ts'
import type { Language } from '#shared/i18n/index.ts'
import { type ProjectExportWord, projectExportWord } from '#shared/i18n/project-export.ts'
import { fieldLabel } from '#shared/i18n/selection.ts'
import { goodsOf } from '#shared/selection/goods.ts'
import { choiceLabel } from '#shared/selection/labels.ts'
import { type ChoiceName, choiceNames, type NumberName, numberFields, numberNames, type ProjectData } from '#shared/selection/project-fields.ts'
import type { ProjectRow } from './rows.ts'

/** A project as a file shows it: its row, its fields, its owner's name. */
export type FiledProject = { row: ProjectRow; fields: ProjectData; userName: string | null }
type Column = [heading: string, cell: (project: FiledProject) => Cell]
type Reader = { language: Language; timeZone: string; book: PlaceBook }

/**
 * All columns of the file: what a card shows, the result of the last export, and every field of the form with its unit, so
 * that a list can be sorted, summed and calculated again elsewhere. Codes stand in the reader's words.
 */
export function projectColumns({ language, timeZone, book }: Reader): readonly Column[] {
  const say = (key: ProjectExportWord) => projectExportWord(language, key)
  const time = (instant: Date) => businessTime(instant, timeZone)
  const number = (name: NumberName): Column => {
    const { unit } = numberFields[name]
    return [`${fieldLabel(language, name)}${unit === '' ? '' : ` (${unit})`}`, ({ fields }) => fields[name]]
  }
  const choice = (name: ChoiceName): Column => [fieldLabel(language, name), ({ fields: { [name]: code } }) => code && choiceLabel(language, code)]
  const status = { ok: say('export.ok'), noFit: say('export.noFit') }
  return [
    [say('export.projectNo'), ({ row }) => row.project_no],
    [fieldLabel(language, 'name'), ({ fields }) => fields.name],
    [fieldLabel(language, 'city'), ({ fields }) => fields.city],
    [say('export.userName'), ({ userName }) => userName],
    [say('export.company'), ({ row }) => book.companies.get(row.company_id)?.name ?? null],
    [say('export.exportStatus'), ({ row }) => say(row.export_status === 1 ? 'export.exported' : 'export.draft')],
    [say('export.version'), ({ row }) => row.version],
    [say('export.status'), ({ row: { selection } }) => selection && status[selection.status]],
    [say('export.model'), ({ row }) => row.selection?.model ?? null],
    [say('export.count'), ({ row }) => row.selection?.count ?? null],
    [say('export.needKgH'), ({ row }) => row.selection?.needKgH ?? null],
    [say('export.frostWithoutKgDay'), ({ row }) => row.selection?.frostWithoutKgDay ?? null],
    [say('export.frostResidualKgH'), ({ row }) => row.selection?.frostResidualKgH ?? null],
    [say('export.energyKwhDay'), ({ row }) => row.selection?.energyKwhDay ?? null],
    [fieldLabel(language, 'coldStorageUsage'), ({ fields }) => goodsOf(fields.coldStorageUsage)?.[language] ?? null],
    ...choiceNames.map(choice),
    ...numberNames.map(number),
    [say('export.createTimeStr'), ({ row }) => time(row.create_time)],
    [say('export.updateTimeStr'), ({ row }) => time(row.update_time)],
  ]
}
