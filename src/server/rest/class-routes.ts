import { listOf } from './answers.ts'
import {
  activityAnswer,
  classAnswer,
  classDetailAnswer,
  classMeetingAnswer,
  classReportAnswer,
  classShareAnswer,
  classStaffAnswer,
  classVideoAnswer,
  meetingCheckAnswer,
  testeeAnswer,
  townAnswer,
  traceDetailAnswer,
  traceRowAnswer,
} from './class-answers.ts'
import { traceAnswer } from './comment-answers.ts'
import { deletedAnswer } from './goods-answers.ts'
import { route } from './route.ts'

/** The documented calls about traces, testees and class sessions, one row each. */
export const classRoutes = [
  // Traces and testees
  route('POST', '/trace/setStatus/:id', 'traces.setStatus', {
    call: 'C042',
    title: 'api.traceStatus',
    input: { status: ['query.status', 'body.status'] },
    answer: traceAnswer,
  }),
  route('GET', '/trace/getDetail/:id', 'traces.get', { call: 'C043', title: 'api.traceGet', answer: traceDetailAnswer }),
  route('POST', '/trace/find/', 'traces.find', { call: 'C045', title: 'api.traceFind', answer: listOf(traceRowAnswer) }),
  route('POST', '/trace/mine', 'traces.mine', { call: 'C046', title: 'api.traceMine', answer: listOf(traceRowAnswer) }),
  route('GET', '/trace/listByTesteeId/:testeeId', 'traces.ofTestee', { title: 'api.traceOfTestee', answer: listOf(traceRowAnswer) }),
  route('GET', '/trace/townTrace', 'traces.ofTown', { call: 'C047', title: 'api.traceOfTown', answer: listOf(traceRowAnswer) }),
  route('POST', '/trace/save', 'traces.save', { title: 'api.traceSave', answer: traceDetailAnswer }),
  route('POST', '/trace/update/:id', 'traces.update', { title: 'api.traceUpdate', answer: traceDetailAnswer }),
  route('POST', '/testee/find/', 'testees.find', { title: 'api.testeeFind', answer: listOf(testeeAnswer) }),
  route('GET', '/testee/getById/:id', 'testees.get', { title: 'api.testeeGet', answer: testeeAnswer }),
  route('POST', '/testee/save', 'testees.save', { title: 'api.testeeSave', answer: testeeAnswer }),
  route('POST', '/testee/update/:id', 'testees.update', { title: 'api.testeeUpdate', answer: testeeAnswer }),
  route('POST', '/town/find/', 'towns.find', { title: 'api.townFind', answer: listOf(townAnswer) }),
  route('POST', '/town/save', 'towns.save', { title: 'api.townSave', answer: townAnswer }),

  // Class sessions
  route('POST', '/classes/find/', 'classes.find', { call: 'C139', title: 'api.classFind', answer: listOf(classAnswer) }),
  route('GET', '/classes/getById/:id', 'classes.get', { title: 'api.classGet', answer: classDetailAnswer }),
  route('POST', '/classes/save', 'classes.save', { title: 'api.classSave', answer: classDetailAnswer }),
  route('POST', '/classes/update/:id', 'classes.update', { title: 'api.classUpdate', answer: classDetailAnswer }),
  route('POST', '/classes/delete/:id', 'classes.delete', { title: 'api.classDelete', answer: deletedAnswer }),
  route('GET', '/classes/staff/:id', 'classes.staff', { title: 'api.classStaff', answer: classStaffAnswer }),
  route('POST', '/classes/addChecks/:id', 'classes.addChecks', {
    call: 'C140',
    title: 'api.classChecks',
    input: { people: ['body.list', 'body.people', 'body.checks'] },
    body: 'list',
    answer: classDetailAnswer,
  }),
  route('GET', '/classes/report/:id', 'classes.report', { title: 'api.classReport', answer: classReportAnswer }),
  route('POST', '/classes/share/:id', 'classes.share', { title: 'api.classShare', answer: classShareAnswer }),
  route('POST', '/classes/unshare/:id', 'classes.unshare', { title: 'api.classUnshare', answer: deletedAnswer }),
  route('GET', '/classes/meeting/:id', 'classes.meeting', { call: 'C082', title: 'api.classMeeting', answer: classMeetingAnswer }),
  route('POST', '/classes/video/:id', 'classes.uploadVideo', { title: 'api.classVideo', answer: classVideoAnswer }),
  route('GET', '/classes/activity', 'classes.activity', { title: 'api.activity', answer: activityAnswer }),
  route('POST', '/classes/checkMeeting', 'classes.checkMeeting', { title: 'api.checkMeeting', answer: meetingCheckAnswer }),
]
