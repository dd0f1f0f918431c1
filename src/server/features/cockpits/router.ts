import { procedure, router } from '#server/trpc.ts'
import type { Wall } from '#shared/cockpits.ts'
import { readWall } from './queries.ts'

/** The cockpit screens. Each polls one call that returns all figures, so that they are all of the same moment. */
export const cockpitsRouter = router({
  // The base of the caller with its sites.
  base: procedure('cockpits.base').query(({ ctx }): Promise<Wall> => readWall(ctx, false)),
  // Headquarters with its bases.
  headquarters: procedure('cockpits.headquarters').query(({ ctx }): Promise<Wall> => readWall(ctx, true)),
})
