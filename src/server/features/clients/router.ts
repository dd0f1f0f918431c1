import { router } from '#server/trpc.ts'

export const clientsRouter = router({})
