import { accountsRouter } from './features/accounts/router.ts'
import { alertRulesRouter, alertsRouter, silencesRouter } from './features/alerts/router.ts'
import { attachmentsRouter } from './features/attachments/router.ts'
import { auditRouter } from './features/audit/router.ts'
import { authRouter } from './features/auth/router.ts'
import { catalogueRouter } from './features/catalogue/router.ts'
import { channelsRouter } from './features/channels/router.ts'
import { chartsRouter } from './features/charts/router.ts'
import { citiesRouter } from './features/cities/router.ts'
import { classesRouter } from './features/classes/router.ts'
import { clientsRouter } from './features/clients/router.ts'
import { cockpitsRouter } from './features/cockpits/router.ts'
import { commentsRouter } from './features/comments/router.ts'
import { dailiesRouter } from './features/dailies/router.ts'
import { deliveriesRouter } from './features/deliveries/router.ts'
import { devicesRouter } from './features/devices/router.ts'
import { dataRouter } from './features/exports/router.ts'
import { feedSourcesRouter } from './features/feed-sources/router.ts'
import { feedsRouter } from './features/feeds/router.ts'
import {
  materialsRouter,
  materialTypesRouter,
  modelsRouter,
  partsRouter,
  tagTypesRouter,
} from './features/goods/router.ts'
import { historyRouter } from './features/history/router.ts'
import { kpiRouter } from './features/kpi/router.ts'
import { liveRouter } from './features/live/router.ts'
import { machineTypesRouter } from './features/machine-types/router.ts'
import { machinesRouter } from './features/machines/router.ts'
import { measuresRouter } from './features/measures/router.ts'
import { ordersRouter } from './features/orders/router.ts'
import { projectsRouter } from './features/projects/router.ts'
import { repairsRouter } from './features/repairs/router.ts'
import { reportsRouter } from './features/reports/router.ts'
import { plansRouter, reservationsRouter } from './features/reservations/router.ts'
import { schedulesRouter } from './features/schedules/router.ts'
import { sitesRouter } from './features/sites/router.ts'
import { stationsRouter } from './features/stations/router.ts'
import { stockRouter } from './features/stock/router.ts'
import { stocktakesRouter } from './features/stocktakes/router.ts'
import { systemRouter } from './features/system/router.ts'
import { testeesRouter, townsRouter } from './features/testees/router.ts'
import { todayRouter } from './features/today/router.ts'
import { tracesRouter } from './features/traces/router.ts'
import { transfersRouter } from './features/transfers/router.ts'
import { usersRouter } from './features/users/router.ts'
import { viewsRouter } from './features/views/router.ts'
import { router } from './trpc.ts'

/** The root router: every feature of the product, for the browser, the terminal and REST. */
export const appRouter = router({
  auth: authRouter,
  users: usersRouter,
  devices: devicesRouter,
  feeds: feedsRouter,
  feedSources: feedSourcesRouter,
  transfers: transfersRouter,
  charts: chartsRouter,
  dailies: dailiesRouter,
  data: dataRouter,
  repairs: repairsRouter,
  comments: commentsRouter,
  traces: tracesRouter,
  testees: testeesRouter,
  towns: townsRouter,
  classes: classesRouter,
  sites: sitesRouter,
  stocktakes: stocktakesRouter,
  live: liveRouter,
  channels: channelsRouter,
  deliveries: deliveriesRouter,
  schedules: schedulesRouter,
  clients: clientsRouter,
  accounts: accountsRouter,
  attachments: attachmentsRouter,
  cities: citiesRouter,
  catalogue: catalogueRouter,
  materialTypes: materialTypesRouter,
  models: modelsRouter,
  tagTypes: tagTypesRouter,
  materials: materialsRouter,
  parts: partsRouter,
  machines: machinesRouter,
  machineTypes: machineTypesRouter,
  stock: stockRouter,
  orders: ordersRouter,
  stations: stationsRouter,
  alerts: alertsRouter,
  alertRules: alertRulesRouter,
  silences: silencesRouter,
  measures: measuresRouter,
  kpi: kpiRouter,
  cockpits: cockpitsRouter,
  today: todayRouter,
  projects: projectsRouter,
  plans: plansRouter,
  reservations: reservationsRouter,
  reports: reportsRouter,
  views: viewsRouter,
  audit: auditRouter,
  history: historyRouter,
  system: systemRouter,
})
export type AppRouter = typeof appRouter
