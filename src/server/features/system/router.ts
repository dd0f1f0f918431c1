import { router } from '#server/trpc.ts'

export const systemRouter = router({})
