import type { Language } from '#shared/i18n/index.ts'
import type { TableSheet } from '#shared/tables/table.ts'
import { wrongUse } from './failure.ts'

/**
 * Return the sheets of a workbook. @throws CliFailure (wrong use) for a file that is not a readable .xlsx, with the
 * reason
 */
export async function readSheets(bytes: Uint8Array, path: string, language: Language): Promise<TableSheet[]> {
  const [{ readTableFile }, { TableError }, { tableFaultText }] = await Promise.all([
    import('#shared/tables/read-table-file.ts'),
    import('#shared/tables/table.ts'),
    import('#shared/i18n/catalogue-import.ts'),
  ])
  return readTableFile(new Uint8Array(bytes)).catch((error: unknown) => {
    throw error instanceof TableError
      ? wrongUse('cli.fileMissing', { path, problem: tableFaultText(language, error.fault) })
      : error
  })
}
