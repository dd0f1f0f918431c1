import type { SignedInContext } from '#server/trpc.ts'
import {
  type CatalogueProblem,
  type CatalogueSave,
  type CatalogueSaveAnswer,
  compareCatalogues,
} from '#shared/catalogue.ts'
import { readCatalogueRows } from '#shared/catalogue-rows.ts'
import { AppError } from '#shared/errors.ts'
import { catalogueProblemText } from '#shared/i18n/catalogue-problems.ts'
import { findVersion, insertVersion, lockVersions, modelsOf, newestVersionId } from './queries.ts'

/** Keep one problem per line, so that no line is counted twice. */
const firstOfEachLine = (problems: readonly CatalogueProblem[]): CatalogueProblem[] => [
  ...new Map([...problems].reverse().map((problem) => [problem.line, problem])).values(),
]

/**
 * Save a new version of the whole catalogue: all lines, or none if one is wrong or nothing has changed.
 * @throws AppError EDITED_BY_OTHERS when another version was saved since `baseVersion`, NOT_FOUND for a base version
 * that does not exist
 */
export async function saveCatalogue(
  ctx: SignedInContext,
  { baseVersion, source, rows, dryRun }: CatalogueSave,
): Promise<CatalogueSaveAnswer> {
  const base = await findVersion(ctx.db, baseVersion)
  if (base.id !== (await newestVersionId(ctx.db))) throw new AppError('EDITED_BY_OTHERS')
  const { models, problems, refused: wrong } = readCatalogueRows(rows)
  const refused = firstOfEachLine(problems).sort((one, other) => one.line - other.line)
  const before = await modelsOf(ctx.db, base.id)
  const right = models.filter((_, index) => !wrong[index])
  const difference = compareCatalogues(before, right)
  const named = new Set(models.map(({ model }) => model))
  const answer: CatalogueSaveAnswer = {
    read: models.length,
    added: difference.added.length,
    changed: difference.changed.length,
    removed: before.filter(({ model }) => !named.has(model)).length,
    unchanged: difference.unchanged,
    refused: wrong.filter(Boolean).length,
    applied: false,
    version: String(base.id),
    errors: refused.map((problem) => ({
      line: problem.line,
      model: problem.model,
      reason: catalogueProblemText(ctx.request.language, problem),
    })),
  }
  const isNew = answer.added + answer.changed + answer.removed > 0 || difference.reordered || source !== base.source
  if (problems.length > 0 || dryRun || !isNew) return answer
  return ctx.db.transaction().execute(async (trx) => {
    await lockVersions(trx)
    if (base.id !== (await newestVersionId(trx))) throw new AppError('EDITED_BY_OTHERS')
    // Not from a sequence: users read these numbers, and a sequence skips some after a crash. The lock makes this safe.
    const version = base.id + 1
    await insertVersion(trx, { id: version, source, savedBy: ctx.viewer.name, now: ctx.clock() }, models)
    await ctx.services.audit.write(trx, ctx, {
      action: 'catalogue.save',
      targetKind: 'catalogueVersion',
      targetId: version,
      details: {
        base: base.id,
        source,
        added: answer.added,
        changed: answer.changed,
        removed: answer.removed,
        models: models.length,
      },
    })
    return { ...answer, applied: true, version: String(version) }
  })
}
