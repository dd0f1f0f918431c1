import { binaryParts } from '#server/services/spreadsheets/table-file.ts'
import { fileNamePart } from '#server/services/storage/sanitize-file-name.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessTime } from '#shared/business-time.ts'
import type { FileParts } from '#shared/files.ts'
import { stocktakeWord } from '#shared/i18n/stocktake-paper.ts'
import { readStocktake } from './stocktakes.ts'

/** Print a stocktake as a PDF in both languages, in the report thread. @throws AppError NOT_FOUND, TOO_MANY, BUSY */
export async function printStocktake(ctx: SignedInContext, id: number): Promise<FileParts> {
  const stocktake = await readStocktake(ctx, id)
  const { timeZone, brandText } = ctx.config
  await ctx.services.exportLimit.count(ctx.viewer, ctx.clock())
  const at = businessTime(new Date(stocktake.at), timeZone)
  const bytes = await ctx.services.reports.print({ stocktake: { ...stocktake, at, timeZone, brandText } })
  await ctx.services.audit.write(ctx.db, ctx, {
    action: 'stocktakes.pdf',
    targetKind: 'stocktake',
    targetId: id,
    result: 'done',
    details: { siteId: stocktake.siteId, bytes: bytes.length },
  })
  return parts(`${stocktakeWord('zh', 'file')}-${fileNamePart(stocktake.site)}.pdf`, bytes)
}

async function* parts(fileName: string, bytes: Uint8Array): FileParts {
  yield { fileName, contentType: 'application/pdf' }
  yield* binaryParts(bytes)
}
