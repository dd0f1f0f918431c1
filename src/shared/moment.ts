import { z } from 'zod'
import { isDay } from './dates.ts'

const momentPattern = /^(\d{4}-\d{2}-\d{2})[ T]((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d))?$/

/** A moment in business time, `YYYY-MM-DD HH:mm:ss`; seconds are optional, and a T may replace the space. */
export const Moment = z
  .string()
  .trim()
  .refine((text) => isDay(momentPattern.exec(text)?.[1] ?? ''), { message: 'invalid' })
  .transform((text) => {
    const [, day = '', time = '', second = '00'] = momentPattern.exec(text) ?? []
    return `${day} ${time}:${second}`
  })
