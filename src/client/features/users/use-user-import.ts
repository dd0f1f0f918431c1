import { useState } from 'react'
import { useEncryptPassword } from '#client/encrypt-password.ts'
import { messageOf } from '#client/failures.ts'
import { cellsOf, textOfFile } from '#client/features/catalogue/delimited-text.ts'
import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { refusedAt } from '#client/ui/form/refused.ts'
import { toastSuccess } from '#client/ui/toast.ts'
import { useLatest } from '#client/use-latest.ts'
import {
  mostSeedRows,
  type SeedAnswer,
  type SeedColumn,
  seedColumns,
  seedHeadings,
  wrapSeedRows,
} from '#shared/user-import.ts'

export type Line = { line: number } & Partial<Record<SeedColumn, string>>
const columnOf = (heading: string): SeedColumn | undefined => {
  const key = heading.trim().toLowerCase()
  return seedColumns.find((column) => column.toLowerCase() === key) ?? seedHeadings[key]
}

/** Read the lines of a users file by column; `unknown` = headings without a column. */
function linesOf(text: string): { lines: Line[]; unknown: string[] } {
  const [header = [], ...rows] = cellsOf(text.replace(/^\uFEFF/, ''))
  const columns = header.map(columnOf)
  const lines = rows.map((cells, index): Line => {
    const line: Line = { line: index + 2 }
    for (const [at, cell] of cells.entries()) {
      const column = columns[at]
      if (column) line[column] = cell
    }
    return line
  })
  return { lines, unknown: header.filter((_, at) => columns[at] === undefined) }
}

/** Read a users file, request a preview, and import it: as a whole or not at all. */
export function useUserImport(onDone: () => void) {
  const utils = trpc.useUtils()
  const encrypt = useEncryptPassword()
  const begin = useLatest()
  const seed = trpc.users.seed.useMutation({ meta: { silent: true } })
  const [file, setFile] = useState<File | null>(null)
  const [read, setRead] = useState<ReturnType<typeof linesOf> | null>(null)
  const [plan, setPlan] = useState<SeedAnswer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [own, setOwn] = useState('')
  const [ownProblem, setOwnProblem] = useState<string | null>(null)

  const choose = async (chosen: File | null) => {
    const isLatest = begin()
    setFile(chosen)
    setPlan(null)
    setRead(null)
    setProblem(null)
    if (!chosen) return
    try {
      const found = linesOf(await textOfFile(chosen))
      if (!isLatest()) return
      setRead(found)
      if (found.lines.length === 0) return setProblem(say('users.importEmpty'))
      if (found.lines.length > mostSeedRows) return setProblem(say('users.importMost', { most: mostSeedRows }))
      const lines = await wrapSeedRows(found.lines, encrypt)
      if (!isLatest()) return
      setRead({ ...found, lines })
      const answer = await seed.mutateAsync({ rows: lines, dryRun: true })
      if (isLatest()) setPlan(answer)
    } catch (error) {
      if (isLatest()) setProblem(messageOf(error))
    }
  }
  const apply = async () => {
    if (!read || !plan) return setProblem((before) => before ?? say('users.importNone'))
    if (plan.refused > 0) return setProblem(say('users.importRefused'))
    if (plan.roles > 0 && own === '') return setOwnProblem(say('ownPassword.missing'))
    try {
      const confirmed = plan.roles > 0 ? { ownPassword: await encrypt(own) } : {}
      const done = await seed.mutateAsync({ rows: read.lines, ...confirmed })
      if (!done.applied) return setPlan(done)
      toastSuccess(say('users.importDone', { created: done.created, updated: done.updated }))
      onDone()
      await utils.users.invalidate()
    } catch (error) {
      const refused = refusedAt(error)('ownPassword')
      if (refused === null) setProblem(messageOf(error))
      else setOwnProblem(refused)
    }
  }
  return {
    ...{ file, read, plan, problem, own, ownProblem, busy: seed.isPending, choose, apply },
    setOwn: (next: string) => {
      setOwn(next)
      setOwnProblem(null)
    },
  }
}
