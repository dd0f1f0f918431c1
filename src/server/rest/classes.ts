import { z } from 'zod'
import {
  type Activity,
  type ClassDetail,
  type ClassMeeting,
  type ClassReport,
  type ClassRow,
  type ClassShare,
  type ClassVideoAnswer,
  classStates,
  classTypes,
} from '#shared/classes.ts'
import type { Reviewer } from '#shared/device-detail.ts'
import { answerOf, count, deletedAnswer, id, listOf, optionalId, optionalText, text } from './answer-schemas.ts'
import { commentAnswer } from './comments.ts'
import { firstPage } from './example-values.ts'
import { type Route, route } from './route.ts'

const classShape = {
  id,
  companyId: id,
  company: text,
  name: text,
  userId: optionalId,
  userName: optionalText,
  avatarId: optionalId,
  avatar: optionalText,
  type: z.enum(classTypes),
  state: z.enum(classStates),
  dateRange: z.tuple([text, text]),
  videoFileName: optionalText,
  meetInfo: optionalText,
  checks: z.array(z.object({ id, name: text, avatarId: optionalId, avatar: optionalText })),
  comments: count,
  shared: z.boolean(),
  createTimeStr: text,
  rowVersion: id,
}
export const classAnswer = answerOf<ClassRow>()(z.object(classShape))
export const classDetailAnswer = answerOf<ClassDetail>()(
  z.object({
    ...classShape,
    videoUrl: optionalText,
    speechText: optionalText,
    guidance: optionalText,
    shareKey: optionalText,
  }),
)
export const classStaffAnswer = answerOf<Reviewer[]>()(z.array(z.object({ id, name: text })))
export const classShareAnswer = answerOf<ClassShare>()(z.object({ id, shareKey: text, path: text }))
export const classMeetingAnswer = answerOf<ClassMeeting>()(z.object({ configured: z.boolean(), url: optionalText }))
export const meetingCheckAnswer = answerOf<{ valid: boolean }>()(z.object({ valid: z.boolean() }))
export const classVideoAnswer = answerOf<ClassVideoAnswer>()(
  z.object({ uploadId: text, received: count, videoFileName: optionalText }),
)
export const activityAnswer = answerOf<Activity>()(
  z.object({
    name: text,
    type: z.enum(classTypes),
    state: z.enum(classStates),
    dateRange: z.tuple([text, text]),
    speechText: optionalText,
    videoUrl: optionalText,
  }),
)
const figure = z.number().nullable()
const scores = z.object({
  name: optionalText,
  comments: count,
  scored: count,
  average: figure,
  lowest: figure,
  highest: figure,
})
export const classReportAnswer = answerOf<ClassReport>()(
  z.object({
    session: classAnswer,
    total: scores,
    people: z.array(scores),
    models: z.array(scores),
    tags: z.array(scores),
    comments: z.array(commentAnswer),
    precise: z.array(commentAnswer),
  }),
)

const session = {
  name: '风道除霜要点',
  type: '录播',
  dateRange: ['{today+7} 09:00', '{today+7} 10:30'],
  guidance: '先看记录，再到现场。',
  companyId: 2,
}
/** An empty film: the first bytes of every MP4 file. */
const film = 'AAAAGGZ0eXBpc29tAAACAGlzb21pc28y'

/** Class sessions, recorded and live. */
export const classRoutes: readonly Route[] = [
  route('POST', '/classes/find/', 'classes.find', {
    call: 'C139',
    title: 'api.classFind',
    answer: listOf(classAnswer),
    example: { body: { ...firstPage, name: '', companyId: 2, type: '' } },
  }),
  route('GET', '/classes/getById/:id', 'classes.get', {
    title: 'api.classGet',
    answer: classDetailAnswer,
    example: { params: { id: 1 } },
  }),
  route('POST', '/classes/save', 'classes.save', {
    title: 'api.classSave',
    answer: classDetailAnswer,
    example: { body: session },
  }),
  route('POST', '/classes/update/:id', 'classes.update', {
    title: 'api.classUpdate',
    answer: classDetailAnswer,
    example: { params: { id: 3 }, body: { meetInfo: '860-112-735', rowVersion: 1 }, as: 'inspector' },
  }),
  route('POST', '/classes/delete/:id', 'classes.delete', {
    title: 'api.classDelete',
    answer: deletedAnswer,
    example: { params: { id: 2 }, as: 'base' },
  }),
  route('GET', '/classes/staff/:id', 'classes.staff', {
    title: 'api.classStaff',
    answer: classStaffAnswer,
    example: { params: { id: 3 }, query: { name: '' } },
  }),
  route('POST', '/classes/addChecks/:id', 'classes.addChecks', {
    call: 'C140',
    title: 'api.classChecks',
    input: { people: ['body.list', 'body.people', 'body.checks'] },
    body: 'list',
    answer: classDetailAnswer,
    example: { params: { id: 3 }, body: [{ id: 2, name: '周海东' }] },
  }),
  route('GET', '/classes/report/:id', 'classes.report', {
    title: 'api.classReport',
    answer: classReportAnswer,
    example: { params: { id: 1 } },
  }),
  route('POST', '/classes/share/:id', 'classes.share', {
    title: 'api.classShare',
    answer: classShareAnswer,
    example: { params: { id: 1 }, as: 'inspector' },
  }),
  route('POST', '/classes/unshare/:id', 'classes.unshare', {
    title: 'api.classUnshare',
    answer: deletedAnswer,
    example: { params: { id: 1 }, as: 'inspector' },
  }),
  route('GET', '/classes/meeting/:id', 'classes.meeting', {
    call: 'C082',
    title: 'api.classMeeting',
    answer: classMeetingAnswer,
    example: { params: { id: 3 } },
  }),
  route('POST', '/classes/video/:id', 'classes.uploadVideo', {
    title: 'api.classVideo',
    answer: classVideoAnswer,
    example: {
      params: { id: 1 },
      body: { offset: 0, fileName: 'lesson.mp4', content: film, last: true },
      as: 'inspector',
    },
  }),
  route('GET', '/classes/activity', 'classes.activity', {
    title: 'api.activity',
    answer: activityAnswer,
    example: { query: { key: '<key>' }, needs: 'api.needs.share' },
  }),
  route('POST', '/classes/checkMeeting', 'classes.checkMeeting', {
    title: 'api.checkMeeting',
    answer: meetingCheckAnswer,
    example: { body: { accountId: 1, accountToken: '<token>', meetingNum: '860-112-734' }, needs: 'api.needs.meeting' },
  }),
]
