import { router } from '#server/trpc.ts'

export const feedsRouter = router({})
