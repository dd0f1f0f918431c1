import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import type { FileParts } from '#shared/files.ts'
import type { RotatedKeys, SystemStatus } from '#shared/system.ts'
import { backup } from './backup.ts'
import { readStatus } from './queries.ts'

export const systemRouter = router({
  /** Versions, sizes and migrations, for operators. */
  status: procedure('system.status').query(
    async ({ ctx }): Promise<SystemStatus> => ({
      engine: ctx.config.databaseUrl === null ? 'embedded' : 'postgres',
      ...(await readStatus(ctx.db)),
      timeZone: ctx.config.timeZone,
      uptimeSeconds: Math.floor(process.uptime()),
      node: process.version,
    }),
  ),

  /** Create a new RSA key for password encryption; the old one decrypts for 24 more hours. Only for the terminal. */
  rotateKeys: procedure('system.rotateKeys').mutation(async ({ ctx }): Promise<RotatedKeys> => {
    if (ctx.viewer.actor !== 'cli') throw new AppError('TERMINAL_ONLY')
    const { keyId, previousUntil } = await ctx.db
      .transaction()
      .execute((trx) =>
        ctx.services.keys.rotate((keyId) =>
          ctx.services.audit.write(trx, ctx, { action: 'system.rotateKeys', details: { keyId } }),
        ),
      )
    return { keyId, previousUntil: previousUntil.toISOString() }
  }),

  /**
   * Back up the whole database with its files as one file; only for the terminal of this machine, because it contains
   * every tenant and every password hash.
   */
  backup: procedure('system.backup')
    .input(z.object({ keys: z.boolean().optional(), files: z.boolean().default(true) }))
    .mutation(async function* ({ ctx, input, signal }): FileParts {
      if (ctx.viewer.actor !== 'cli') throw new AppError('TERMINAL_ONLY')
      await ctx.services.audit.write(ctx.db, ctx, {
        action: 'system.backup',
        details: { keys: input.keys === true, files: input.files },
      })
      const alone = ctx.request.address === 'terminal'
      yield* backup(ctx.db, {
        config: ctx.config,
        logger: ctx.services.logger,
        now: ctx.clock(),
        keys: input.keys === true,
        storage: input.files ? ctx.services.storage : null,
        alone,
        signal,
      })
    }),
})
