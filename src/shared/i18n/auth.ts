import { defineWords } from './define.ts'

export const auth = defineWords({}, {})
