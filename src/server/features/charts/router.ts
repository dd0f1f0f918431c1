import { router } from '#server/trpc.ts'

export const chartsRouter = router({})
