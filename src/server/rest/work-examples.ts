import type { CallExamples } from './call-example.ts'

const session = { name: '风道除霜要点', type: '录播', dateRange: ['{today+7} 09:00', '{today+7} 10:30'], guidance: '先看记录，再到现场。', companyId: 2 }
const list = { page: 1, size: 20 }
/** A film of no length: the first bytes by which every MP4 file begins. */
const film = 'AAAAGGZ0eXBpc29tAAACAGlzb21pc28y'
const tanker = {
  tankerNumber: 'GC-2031',
  licenseNumber: '苏A23016',
  checkedOrg: '长宁石化运输',
  contactName: '孙立',
  phone: '13912345681',
}

/** Comments, traces, class sessions, plans, reservations and inspection reports. */
export const workExamples: CallExamples = {
  'POST /Comment/find': { body: { page: 1, size: 10, classId: 1, type: '精准点评' } },
  'POST /Comment/save': {
    body: { classId: 1, type: '精准点评', content: '接线示范清楚，建议放慢速度。', point: '00:12', score: 92, modelId: 1, tagType: '建议' },
  },
  'PUT /Comment/update/:id': { params: { id: 1 }, body: { content: '内容贴近现场，已列为新人必修课。', rowVersion: 1 }, as: 'base' },
  'DELETE /Comment/delete/:id': { params: { id: 2 }, as: 'base' },

  'POST /trace/setStatus/:id': { params: { id: 5 }, query: { status: 1 } },
  'GET /trace/getDetail/:id': { params: { id: 5 } },
  'POST /trace/find': { body: { ...list, testeeId: 3, status: '' } },
  'POST /trace/mine': { body: list },
  'GET /trace/listByTesteeId/:testeeId': { params: { testeeId: 3 }, query: list },
  'GET /trace/townTrace': { query: { townId: 2, ...list } },
  'POST /trace/save': {
    body: { testeeId: 2, measureTimeStr: '{today-1} 09:30', systolic: 128, diastolic: 82, fastingBloodSugar: 5.4, bmi: 23.1, conclusions: '正常' },
  },
  'POST /trace/update/:id': { params: { id: 6 }, body: { systolic: 132, diastolic: 84, rowVersion: 1 } },
  'POST /testee/find': { body: { ...list, name: '', townId: 2 } },
  'GET /testee/getById/:id': { params: { id: 3 } },
  'POST /testee/save': { body: { name: '周立新', sex: '男', phone: '13912345682', birthday: '1966-03-21', townId: 1, companyId: 2 } },
  'POST /testee/update/:id': { params: { id: 1 }, body: { phone: '13912345683', rowVersion: 1 } },
  'POST /town/find': { body: { ...list, name: '' } },
  'POST /town/save': { body: { name: '云溪镇' } },

  'POST /classes/find': { body: { ...list, name: '', companyId: 2, type: '' } },
  'GET /classes/getById/:id': { params: { id: 1 } },
  'POST /classes/save': { body: session },
  'POST /classes/update/:id': { params: { id: 3 }, body: { meetInfo: '860-112-735', rowVersion: 1 }, as: 'inspector' },
  'POST /classes/delete/:id': { params: { id: 2 }, as: 'base' },
  'GET /classes/staff/:id': { params: { id: 3 }, query: { name: '' } },
  'POST /classes/addChecks/:id': { params: { id: 3 }, body: [{ id: 2, name: '周海东' }] },
  'GET /classes/report/:id': { params: { id: 1 } },
  'POST /classes/share/:id': { params: { id: 1 }, as: 'inspector' },
  'POST /classes/unshare/:id': { params: { id: 1 }, as: 'inspector' },
  'GET /classes/meeting/:id': { params: { id: 3 } },
  'POST /classes/video/:id': { params: { id: 1 }, body: { offset: 0, fileName: 'lesson.mp4', content: film, last: true }, as: 'inspector' },
  'GET /classes/activity': { query: { key: '<key>' }, needs: 'api.needs.share' },
  'POST /classes/checkMeeting': { body: { accountId: 1, accountToken: '<token>', meetingNum: '860-112-734' }, needs: 'api.needs.meeting' },

  'POST /reservationPlan/find': { body: { ...list, companyId: 2, reserveTimeQuery: ['{today}', '{today+6}'], planKind: 'week' } },
  'POST /reservationPlan/save': {
    body: { companyId: 2, planKind: 'week', reserveTime: '{today+28}', reservePeriod: '上午', tankerType: '承压车', totalCount: 4 },
  },
  'POST /reservationPlan/fill': {
    body: {
      companyId: 2,
      planKind: 'month',
      from: '{today+35}',
      to: '{today+48}',
      weekdays: [1, 3, 5],
      reservePeriods: ['上午', '下午'],
      tankerTypes: ['常压车'],
      totalCount: 4,
    },
  },
  'POST /reservationPlan/delete/:id': { params: { id: 1 } },
  'POST /reservation/find': { body: { ...list, companyId: 2, reserveTimeQuery: ['{today}', '{today+6}'], state: 'waiting' } },
  'POST /reservation/save': { body: { planId: 45, ...tanker }, needs: 'api.needs.plan' },
  'POST /reservation/cancel/:id': { params: { id: 57 }, needs: 'api.needs.waiting' },

  'POST /report/setStatus/:id': { params: { id: 10 }, query: { status: 2 }, needs: 'api.needs.openReport' },
  'POST /report/syncFromReservation/:id': { params: { id: 58 }, needs: 'api.needs.waiting' },
  'POST /report/changeStatus/:a/:b': { params: { a: 12, b: 1 }, body: {}, needs: 'api.needs.openReport' },
  'POST /report/upStation/:id': { params: { id: 14 }, needs: 'api.needs.openReport' },
  'POST /report/get/:testeeId': { params: { testeeId: 1 }, needs: 'api.needs.testee' },
  'GET /report/get/:testeeId': { params: { testeeId: 1 }, needs: 'api.needs.testee' },
  'POST /report/getByUserId/:id': { params: { id: 4 }, body: list },
  'GET /report/getByUserId/:id': { params: { id: 4 }, query: list },
  'POST /report/save': { needs: 'api.needs.openReport', body: { id: 15, rowVersion: 1, result: '合格', examinationDescribe: '罐体外观完好，最小壁厚 5.8 mm' } },
  'POST /report/saveFirst': { body: { companyId: 2, name: '罐车定期检验', checkMethod: '罐体外观与壁厚测定', tankerType: '常压车', ...tanker } },
  'POST /report/find': { body: { ...list, name: '', companyId: 2, status: '', createTimeQuery: ['{today-6}', '{today}'] } },
  'POST /report/cancel/:id': { params: { id: 16 }, needs: 'api.needs.openReport' },
  'POST /report/saveFabric/:id': {
    params: { id: 11 },
    needs: 'api.needs.openReport',
    body: { objects: [{ type: 'rect', left: 40, top: 40, width: 120, height: 60 }] },
  },
  'POST /report/loadFabric/:id': { params: { id: 1 } },
  'GET /report/loadFabric/:id': { params: { id: 1 } },
  'POST /report/getDetail/:id': { params: { id: 1 } },
  'GET /report/getDetail/:id': { params: { id: 1 } },
  'POST /checking/find': { body: { reportNumber: 'JC20261120-0001', checkCode: 'CQLD26' }, needs: 'api.needs.report' },
}
