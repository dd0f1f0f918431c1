import { router } from '#server/trpc.ts'

export const sitesRouter = router({})
