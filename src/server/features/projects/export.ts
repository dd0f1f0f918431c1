import { tableFile } from '#server/services/table-file.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { FileParts } from '#shared/files.ts'
import { projectExportWord } from '#shared/i18n/project-export.ts'
import type { ProjectsExportRequest } from '#shared/projects.ts'
import { chosenProjectColumns, projectColumns } from './export-columns.ts'
import { findProjectIds } from './lists.ts'
import { findFiledProjects } from './queries.ts'
import { type ProjectSet, requestedProjects } from './reach.ts'

const pageSize = 500

/**
 * Export a list of projects as a file, with the filters, scope and order of the list. The audit entry has the number of
 * projects.
 * @throws AppError before the first part: FORBIDDEN as in the list, TOO_MANY
 */
export async function exportProjects(ctx: SignedInContext, request: ProjectsExportRequest): Promise<FileParts> {
  const set = await requestedProjects(ctx, request.list, request)
  const { language = ctx.request.language } = request
  const all = projectColumns({ language, timeZone: ctx.config.timeZone, book: await ctx.services.places.book() })
  const columns = chosenProjectColumns(all, request.columns)
  await ctx.services.exportLimit.count(ctx.viewer, ctx.clock())
  const ids = await findProjectIds(ctx.readDb, set, request)
  return exportParts(ctx, request, { set, ids, columns })
}

type Exported = { set: ProjectSet; ids: readonly number[]; columns: ReturnType<typeof projectColumns> }

async function* exportParts(
  ctx: SignedInContext,
  request: ProjectsExportRequest,
  { set, ids, columns }: Exported,
): FileParts {
  const { format, list, language = ctx.request.language, search, name, city, exportStatus, userId, companyId } = request
  let rows = 0
  async function* pages() {
    for (let start = 0; start < ids.length; start += pageSize) {
      const projects = await findFiledProjects(ctx.readDb, set, ids.slice(start, start + pageSize))
      yield projects.map((project) => columns.map(([, cell]) => cell(project)))
      rows += projects.length
    }
  }
  let result = 'stopped'
  try {
    const title = projectExportWord(language, 'export.name')
    yield* tableFile({
      format,
      name: title,
      sheet: title,
      header: columns.map(([heading]) => heading),
      rows: ids.length,
      pages: pages(),
    })
    result = 'done'
  } catch (error) {
    result = 'failed'
    throw error
  } finally {
    const filters = { list, search, name, city, exportStatus, userId, companyId }
    await ctx.services.audit.write(ctx.db, ctx, {
      action: 'projects.export',
      targetKind: 'project',
      result,
      details: { rows, format, filters },
    })
  }
}
