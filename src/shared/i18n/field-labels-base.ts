import { defineWords } from './define.ts'

/** What fields of records that belong to a base are called, by their names on the wire. */
export const baseFieldLabels = defineWords(
  {
    cashAmount: '金额',
    checkMethod: '检测方法',
  },
  {
    cashAmount: 'amount',
    checkMethod: 'check method',
  },
)
