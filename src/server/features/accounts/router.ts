import { router } from '#server/trpc.ts'

export const accountsRouter = router({})
