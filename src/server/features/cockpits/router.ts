import { procedure, router } from '#server/trpc.ts'
import type { Wall } from '#shared/cockpits.ts'
import { readWall } from './queries.ts'

/** The wall screens: each asks again and again by itself, and one answer holds all of it, so that no two figures are of different moments. */
export const cockpitsRouter = router({
  // The base of the caller with its sites.
  base: procedure('cockpits.base').query(({ ctx }): Promise<Wall> => readWall(ctx, false)),
  // Headquarters with its bases.
  headquarters: procedure('cockpits.headquarters').query(({ ctx }): Promise<Wall> => readWall(ctx, true)),
})
