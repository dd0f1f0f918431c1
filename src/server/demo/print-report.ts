import type { Context } from '#server/context.ts'
import { appRouter } from '#server/router.ts'
import { createCallerFactory } from '#server/trpc.ts'

export type DemoProject = { id: number; ownerId: number }

/**
 * Print the report of an exported project of the demonstration, as its owner. `terminal` = the context of a command in
 * this process.
 */
export async function printDemoReport(terminal: Context, { id, ownerId }: DemoProject): Promise<void> {
  const owner = await terminal.db
    .selectFrom('app_user')
    .select(['user_name', 'name'])
    .where('id', '=', ownerId)
    .executeTakeFirst()
  if (!owner || !terminal.viewer) return
  const viewer = {
    ...terminal.viewer,
    actor: 'user' as const,
    userId: ownerId,
    userName: owner.user_name,
    name: owner.name,
  }
  const parts = await createCallerFactory(appRouter)({ ...terminal, viewer }).projects.pdf({ id, language: 'both' })
  // The report is stored now; its bytes are not needed here.
  await parts.return()
}
