import { SchedulePreview, ScheduleRow, ScheduleRunRow, Troubles } from '#shared/schedules.ts'
import { deletedAnswer, listOf, savedAnswer } from './answer-schemas.ts'
import { type Route, route } from './route.ts'

/** Schedules: reports and messages that are sent at set times. */
export const scheduleRoutes: readonly Route[] = [
  route('POST', '/schedules/find/', 'schedules.find', {
    title: 'api.scheduleFind',
    answer: listOf(ScheduleRow),
    example: { body: { page: 1, size: 20, content: 'statement' } },
  }),
  route('POST', '/schedules/save', 'schedules.save', {
    title: 'api.scheduleSave',
    answer: savedAnswer,
    example: {
      body: {
        name: '月度对账单',
        content: 'statement',
        channelIds: [],
        sendAs: 'file',
        every: 'month',
        monthDay: 1,
        time: '08:00',
        companyId: 2,
      },
    },
  }),
  route('POST', '/schedules/switch', 'schedules.setStatus', {
    title: 'api.scheduleSwitch',
    answer: savedAnswer,
    example: { needs: 'api.needs.schedule', body: { id: 1, on: false, rowVersion: 1 } },
  }),
  route('POST', '/schedules/preview', 'schedules.preview', {
    title: 'api.schedulePreview',
    answer: SchedulePreview,
    example: { body: { every: 'month', monthDay: 31, time: '08:00' } },
  }),
  route('POST', '/schedules/run/:id', 'schedules.run', {
    title: 'api.scheduleRun',
    answer: deletedAnswer,
    example: { needs: 'api.needs.schedule', params: { id: 1 } },
  }),
  route('POST', '/schedules/runs/find/', 'schedules.runs', {
    title: 'api.scheduleRuns',
    answer: listOf(ScheduleRunRow),
    example: { needs: 'api.needs.schedule', body: { id: 1, page: 1, size: 20 } },
  }),
  route('POST', '/schedules/runs/resend/:id', 'schedules.resend', {
    title: 'api.scheduleResend',
    answer: deletedAnswer,
    example: { needs: 'api.needs.scheduleRun', params: { id: 1 } },
  }),
  route('POST', '/schedules/runs/revoke/:id', 'schedules.revoke', {
    title: 'api.scheduleRevoke',
    answer: deletedAnswer,
    example: { needs: 'api.needs.scheduleRun', params: { id: 1 } },
  }),
  route('POST', '/schedules/delete/:id', 'schedules.delete', {
    title: 'api.scheduleDelete',
    answer: deletedAnswer,
    example: { needs: 'api.needs.schedule', params: { id: 1 } },
  }),
  route('GET', '/schedules/troubles', 'schedules.troubles', {
    title: 'api.scheduleTroubles',
    answer: Troubles,
    example: {},
  }),
]
