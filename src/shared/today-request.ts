import { z } from 'zod'
import { needKinds } from './today.ts'

/** The kinds of tasks that the start page shows whole; apart from `today.ts`, whose readers need no schemas. */
export const TodayRequest = z.object({ whole: z.array(z.enum(needKinds)).max(needKinds.length) }).optional()
export type TodayRequest = z.output<typeof TodayRequest>
