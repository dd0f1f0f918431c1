import { defineWords } from './define.ts'

/** Words of the fields for days and times. */
export const dates = defineWords(
  {
    'dates.from': '开始日期',
    'dates.to': '结束日期',
    'dates.lastDays': '近 {{days}} 天',
    'dates.open': '打开日历：{{label}}',
    'dates.previousMonth': '上个月',
    'dates.nextMonth': '下个月',
    'dates.pattern': 'YYYY-MM-DD',
    'dates.wrong': '请填写有效日期，如 2026-11-05',
    'dates.atLatest': '请填写 {{day}} 或之前的日期',
    'dates.atEarliest': '请填写 {{day}} 或之后的日期',
    'dates.momentPattern': 'YYYY-MM-DD HH:mm',
    'dates.wrongMoment': '请填写有效的日期和时间，如 2026-11-05 08:30',
    'dates.time': '时间',
    'dates.wrongTime': '请填写有效时间，如 08:30',
  },
  {
    'dates.from': 'From',
    'dates.to': 'To',
    'dates.lastDays': 'Last {{days}} days',
    'dates.open': 'Open the calendar: {{label}}',
    'dates.previousMonth': 'Previous month',
    'dates.nextMonth': 'Next month',
    'dates.pattern': 'YYYY-MM-DD',
    'dates.wrong': 'Enter a date that exists, such as 2026-11-05',
    'dates.atLatest': 'Enter {{day}} or an earlier date',
    'dates.atEarliest': 'Enter {{day}} or a later date',
    'dates.momentPattern': 'YYYY-MM-DD HH:mm',
    'dates.wrongMoment': 'Enter a date and time that exist, such as 2026-11-05 08:30',
    'dates.time': 'Time',
    'dates.wrongTime': 'Enter a time that exists, such as 08:30',
  },
)
