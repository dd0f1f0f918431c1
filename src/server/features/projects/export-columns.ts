import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { Cell } from '#server/services/spreadsheets/spreadsheet.ts'
import { businessTime } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/i18n/index.ts'
import { type ProjectExportWord, projectExportWord } from '#shared/i18n/project-export.ts'
import { fieldLabel } from '#shared/i18n/selection.ts'
import { goodsOf } from '#shared/selection/goods.ts'
import { choiceLabel } from '#shared/selection/labels.ts'
import {
  type ChoiceName,
  choiceNames,
  type NumberName,
  numberFields,
  numberNames,
  type ProjectData,
} from '#shared/selection/project-fields.ts'
import type { ProjectRow } from './rows.ts'

/** A project in an exported file: its row, its fields, its owner's name. */
export type FiledProject = { row: ProjectRow; fields: ProjectData; userName: string | null }
type Column = [heading: string, cell: (project: FiledProject) => Cell, name: string]
type Reader = { language: Language; timeZone: string; book: PlaceBook }

/**
 * Return all columns of the file: the contents of a card, the result of the last export, and every field of the form
 * with its unit, so that a list can be sorted, summed and recalculated elsewhere. Codes are in the reader's language.
 */
export function projectColumns({ language, timeZone, book }: Reader): readonly Column[] {
  const say = (key: ProjectExportWord) => projectExportWord(language, key)
  const time = (instant: Date) => businessTime(instant, timeZone)
  const number = (name: NumberName): Column => {
    const { unit } = numberFields[name]
    return [`${fieldLabel(language, name)}${unit === '' ? '' : ` (${unit})`}`, ({ fields }) => fields[name], name]
  }
  const choice = (name: ChoiceName): Column => [
    fieldLabel(language, name),
    ({ fields: { [name]: code } }) => code && choiceLabel(language, code),
    name,
  ]
  const status = { ok: say('export.ok'), noFit: say('export.noFit') }
  return [
    [say('export.projectNo'), ({ row }) => row.project_no, 'projectNo'],
    [fieldLabel(language, 'name'), ({ fields }) => fields.name, 'name'],
    [fieldLabel(language, 'city'), ({ fields }) => fields.city, 'city'],
    ...(['customer', 'customerContact', 'customerReference'] as const).map(
      (name): Column => [fieldLabel(language, name), ({ fields }) => fields[name], name],
    ),
    [say('export.userName'), ({ userName }) => userName, 'userName'],
    [say('export.company'), ({ row }) => book.companies.get(row.company_id)?.name ?? null, 'company'],
    [
      say('export.exportStatus'),
      ({ row }) => say(row.export_status === 1 ? 'export.exported' : 'export.draft'),
      'exportStatus',
    ],
    [say('export.version'), ({ row }) => row.version, 'version'],
    [say('export.status'), ({ row: { selection } }) => selection && status[selection.status], 'status'],
    [say('export.model'), ({ row }) => row.selection?.model ?? null, 'model'],
    [say('export.count'), ({ row }) => row.selection?.count ?? null, 'count'],
    [say('export.needKgH'), ({ row }) => row.selection?.needKgH ?? null, 'needKgH'],
    [say('export.frostWithoutKgDay'), ({ row }) => row.selection?.frostWithoutKgDay ?? null, 'frostWithoutKgDay'],
    [say('export.frostResidualKgH'), ({ row }) => row.selection?.frostResidualKgH ?? null, 'frostResidualKgH'],
    [say('export.energyKwhDay'), ({ row }) => row.selection?.energyKwhDay ?? null, 'energyKwhDay'],
    [
      fieldLabel(language, 'coldStorageUsage'),
      ({ fields }) => goodsOf(fields.coldStorageUsage)?.[language] ?? null,
      'coldStorageUsage',
    ],
    ...choiceNames.map(choice),
    ...numberNames.map(number),
    [say('export.createTimeStr'), ({ row }) => time(row.create_time), 'createTimeStr'],
    [say('export.updateTimeStr'), ({ row }) => time(row.update_time), 'updateTimeStr'],
  ]
}

/**
 * Return the named columns in the order of `names`, or all.
 * @throws AppError VALIDATION naming the available columns
 */
export function chosenProjectColumns(
  columns: readonly Column[],
  names: readonly string[] | undefined,
): readonly Column[] {
  return (
    names?.map((wanted, index) => {
      const found = columns.find(([, , name]) => name === wanted)
      if (!found)
        throw new AppError('VALIDATION', {
          field: `columns.${index}`,
          problem: 'problem.notOneOf',
          values: { allowed: columns.map(([, , name]) => name).join(', ') },
        })
      return found
    }) ?? columns
  )
}
