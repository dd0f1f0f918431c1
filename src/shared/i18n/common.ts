import { defineWords } from './define.ts'

export const common = defineWords({}, {})
