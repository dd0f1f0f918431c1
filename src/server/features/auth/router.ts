import { router } from '#server/trpc.ts'

export const authRouter = router({})
