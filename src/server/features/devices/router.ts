import { router } from '#server/trpc.ts'

export const devicesRouter = router({})
