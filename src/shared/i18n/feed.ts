import { defineWords } from './define.ts'

export const feed = defineWords({}, {})
