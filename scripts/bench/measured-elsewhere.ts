import type { ProcedurePath } from '#server/permissions.ts'

/**
 * Procedures whose cost depends on another thread, or on data that only another call creates, and the place of their
 * measurement.
 */
export const measuredElsewhere: Partial<Record<ProcedurePath, string>> = {
  'auth.loginByTicket': 'a row by its key, then what auth.login does',
  'auth.refresh': 'a row by its key, then what auth.login does',
  'auth.register': 'refused to people who are signed in; it looks up one phone',
  'auth.createToken': 'a session of a person has to ask: a row that is written',
  'auth.updatePassword': 'a session of a person has to ask: a row by its key',
  'attachments.upload': 'a picture, and a row that is written',
  'attachments.delete': 'a row by its key, and a file',
  'projects.upload': 'a picture, and a row that is written',
  'classes.uploadVideo': 'pieces of a file, and a row by its key',
  'feeds.start': 'feeds.update, the same work as a job',
  'feeds.cancel': 'a job in memory',
  'projects.pdf': 'measure pdf',
  'projects.exportPdf': 'measure pdf',
  'history.archive': 'a job of the terminal, measure history',
  'history.restore': 'a job of the terminal, measure history',
  'system.backup': 'a job of the terminal',
  'accounts.restore': 'clients.restore, the same work',
  'attachments.download': 'a row by its key, and a file',
  'channels.test': 'a row by its key, and a message that is sent',
  'feedSources.pull': 'a row by its key, then what feeds.update does',
  'live.report': 'measure live',
  'live.createToken': 'a session of a person has to ask: a row that is written',
  'classes.activity': 'a row by its key',
  'classes.checkMeeting': 'a row by its key',
  'feeds.progress': 'a job in memory, or a row by its key',
}
