import { addWords } from './i18n.ts'

/**
 * Words that only the screens named in `routes.tsx` need are loaded with them, so that no other screen waits for them.
 */
export const screenWords = {
  auth: async () => addWords([(await import('#shared/i18n/auth.ts')).auth]),
  alerts: async () => addWords([(await import('#shared/i18n/alerts.ts')).alerts]),
  alertRules: async () => {
    const [{ alertRules }, { channels }] = await Promise.all([
      import('#shared/i18n/alert-rules.ts'),
      import('#shared/i18n/channels.ts'),
    ])
    addWords([alertRules, channels])
  },
  audit: async () => {
    const [{ audit }, { auditKindWords }, { auditTerms }] = await Promise.all([
      import('#shared/i18n/audit.ts'),
      import('#shared/i18n/audit-kinds.ts'),
      import('#shared/i18n/audit-terms.ts'),
    ])
    addWords([audit, auditKindWords, auditTerms])
  },
  bulk: async () => addWords([(await import('#shared/i18n/bulk.ts')).bulk]),
  catalogue: async () => {
    const [{ catalogue }, { performance }] = await Promise.all([
      import('#shared/i18n/catalogue.ts'),
      import('#shared/i18n/performance.ts'),
    ])
    addWords([catalogue, performance])
  },
  channels: async () => {
    const [{ channels }, { deliveries }] = await Promise.all([
      import('#shared/i18n/channels.ts'),
      import('#shared/i18n/deliveries.ts'),
    ])
    addWords([channels, deliveries])
  },
  feedSources: async () => addWords([(await import('#shared/i18n/feed-sources.ts')).feedSources]),
  schedules: async () => {
    const [{ channels }, { schedules }] = await Promise.all([
      import('#shared/i18n/channels.ts'),
      import('#shared/i18n/schedules.ts'),
    ])
    addWords([channels, schedules])
  },
  classes: async () => {
    const [{ activity }, { classScreens }] = await Promise.all([
      import('#shared/i18n/activity.ts'),
      import('#shared/i18n/class-screens.ts'),
    ])
    addWords([activity, classScreens])
  },
  devices: async () => {
    const [{ deviceScreens }, { care }] = await Promise.all([
      import('#shared/i18n/device-screens.ts'),
      import('#shared/i18n/care.ts'),
    ])
    addWords([deviceScreens, care])
  },
  feeds: async () => {
    const [{ feed }, { feedScreens }, { feedBatches }, { feedConflicts }] = await Promise.all([
      import('#shared/i18n/feed.ts'),
      import('#shared/i18n/feed-screens.ts'),
      import('#shared/i18n/feed-batches.ts'),
      import('#shared/i18n/feed-conflicts.ts'),
    ])
    addWords([feed, feedScreens, feedBatches, feedConflicts])
  },
  palette: async () => addWords([(await import('#shared/i18n/palette.ts')).palette]),
  profile: async () => addWords([(await import('#shared/i18n/account.ts')).account]),
  repairs: async () => {
    const [{ repairs }, { repairScreens }] = await Promise.all([
      import('#shared/i18n/repairs.ts'),
      import('#shared/i18n/repair-screens.ts'),
    ])
    addWords([repairs, repairScreens])
  },
  custodyMarks: async () => addWords([(await import('#shared/i18n/custody-marks.ts')).custodyMarks]),
  deviceForm: async () => addWords([(await import('#shared/i18n/device-form.ts')).deviceForm]),
  machineTypes: async () => addWords([(await import('#shared/i18n/machine-types.ts')).machineTypes]),
  live: async () => addWords([(await import('#shared/i18n/live.ts')).live]),
  stocktakes: async () => addWords([(await import('#shared/i18n/stocktakes.ts')).stocktakes]),
  transfers: async () => addWords([(await import('#shared/i18n/transfer-dialog.ts')).transferDialog]),
  serialLists: async () => addWords([(await import('#shared/i18n/serial-lists.ts')).serialLists]),
  kpi: async () => addWords([(await import('#shared/i18n/kpi.ts')).kpi]),
  inspections: async () => {
    const [{ reservations }, { inspections }] = await Promise.all([
      import('#shared/i18n/reservations.ts'),
      import('#shared/i18n/inspections.ts'),
    ])
    addWords([reservations, inspections])
  },
  stock: async () => {
    const [{ goods }, { stock }] = await Promise.all([import('#shared/i18n/goods.ts'), import('#shared/i18n/stock.ts')])
    addWords([goods, stock])
  },
  traces: async () => {
    const [{ activity }, { classScreens }, { traceScreens }] = await Promise.all([
      import('#shared/i18n/activity.ts'),
      import('#shared/i18n/class-screens.ts'),
      import('#shared/i18n/trace-screens.ts'),
    ])
    addWords([activity, classScreens, traceScreens])
  },
  places: async () => {
    const [{ placeEdit }, { placeHistory }, { ownPassword }] = await Promise.all([
      import('#shared/i18n/place-edit.ts'),
      import('#shared/i18n/place-history.ts'),
      import('#shared/i18n/own-password.ts'),
    ])
    addWords([placeEdit, placeHistory, ownPassword])
  },
  projects: async () => addWords([(await import('#shared/i18n/projects.ts')).projects]),
  today: async () => addWords([(await import('#shared/i18n/today.ts')).today]),
  stations: async () => addWords([(await import('#shared/i18n/stations.ts')).stations]),
  users: async () => {
    const [{ users }, { ownPassword }] = await Promise.all([
      import('#shared/i18n/users.ts'),
      import('#shared/i18n/own-password.ts'),
    ])
    addWords([users, ownPassword])
  },
  views: async () => addWords([(await import('#shared/i18n/views.ts')).views]),
  wizard: async () => {
    const [{ wizard }, { wizardFields }, { wizardFiles }, { wizardPanel }, { wizardPlan }, { performance }] =
      await Promise.all([
        import('#shared/i18n/wizard.ts'),
        import('#shared/i18n/wizard-fields.ts'),
        import('#shared/i18n/wizard-files.ts'),
        import('#shared/i18n/wizard-panel.ts'),
        import('#shared/i18n/wizard-plan.ts'),
        import('#shared/i18n/performance.ts'),
      ])
    addWords([wizard, wizardFields, wizardFiles, wizardPanel, wizardPlan, performance])
  },
}
