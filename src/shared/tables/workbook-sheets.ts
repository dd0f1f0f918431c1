import { TableError } from './table.ts'
import { attributeOf, tagsOf } from './xml.ts'

/** A sheet of a workbook and its file. `hidden`: the sheet is not visible when the workbook is opened. */
export type SheetFile = { name: string; path: string; hidden: boolean }

/** The list of sheets takes a few kB; a larger part is an attack that costs reading time. */
const mostBytes = 8 * 1024 * 1024

/**
 * Return the sheets of a workbook in order, and the start of its day count. @param read reads the text of a file of the
 * workbook by its name
 */
export async function sheetFiles(
  read: (name: string, most: number) => Promise<string | undefined>,
): Promise<{ files: SheetFile[]; from1904: boolean }> {
  const [workbook, relations] = [
    await read('xl/workbook.xml', mostBytes),
    await read('xl/_rels/workbook.xml.rels', mostBytes),
  ]
  if (workbook === undefined) throw new TableError('notAWorkbook')
  const targets = new Map<string, string>()
  for (const tag of tagsOf(relations ?? ''))
    if (tag.name === 'Relationship')
      targets.set(attributeOf(tag, 'Id') ?? '', (attributeOf(tag, 'Target') ?? '').replace(/^\/?(xl\/)?/, 'xl/'))
  const files: SheetFile[] = []
  let from1904 = false
  for (const tag of tagsOf(workbook)) {
    if (tag.name === 'workbookPr') from1904 = /^(1|true)$/.test(attributeOf(tag, 'date1904') ?? '')
    if (tag.name !== 'sheet' || tag.isEnd) continue
    const path = targets.get(attributeOf(tag, '[a-z0-9]+:id') ?? '')
    if (path !== undefined)
      files.push({
        name: attributeOf(tag, 'name') ?? path,
        path,
        hidden: /hidden/i.test(attributeOf(tag, 'state') ?? ''),
      })
  }
  return { files, from1904 }
}
